# A thin front to CMake, because XBoard engines of this family are started with `xboard -fcp "make run"`.
.PHONY: build run test clean
.SILENT: run
MAKEFLAGS += --no-print-directory

build:
	cmake --preset release
	cmake --build --preset release --target rocada --parallel

# Not one byte but the engine's own goes to standard output.
run:
	test -x build/rocada || $(MAKE) build 1>&2
	exec build/rocada

test:
	./test

clean:
	cmake -E rm -rf build build-dev build-tsan build-clang build-native
