# A thin front to CMake, because XBoard engines of this family are started with `xboard -fcp "make run"`.
.PHONY: build run xboard noDebug debug test coverage install uninstall
.PHONY: deb dist windows arm64 web serve npm package-test clean
.SILENT: run
MAKEFLAGS += --no-print-directory

# XBoard looks for engines below /usr/local and /usr, so PREFIX is one of them for Rocada to appear in its list.
PREFIX ?= /usr/local
export DESTDIR

# Debian installs XBoard in /usr/games, which root's PATH lacks.
XBOARD = PATH="$$PATH:/usr/games" xboard -fcp build/rocada -fd "$(CURDIR)"

# The tests need more libraries; ./test asks for them, and its choice stays.
build:
	cmake --preset release $(if $(wildcard build/CMakeCache.txt),,-DROCADA_TESTS=OFF)
	cmake --build --preset release --target rocada --parallel $(shell nproc)

# Not one byte but the engine's own goes to standard output.
run:
	test -x build/rocada || $(MAKE) build 1>&2
	exec build/rocada

xboard noDebug: build
	$(XBOARD)

# The same, with all that XBoard and Rocada say to each other in xboard.debug.
debug: build
	$(XBOARD) -debug -nameOfDebugFile xboard.debug

test:
	./test

coverage:
	tests/coverage

# What goes where stands in packaging/CMakeLists.txt.
install: build
	umask 022 && cmake --install build --component program --prefix "$(PREFIX)"

uninstall:
	packaging/uninstall build "$(PREFIX)"

# To give away: dist/rocada_VERSION_amd64.deb, rocada-mpi's beside it, and dist/rocada-VERSION-linux-x86_64.tar.gz for
# other systems.
deb:
	packaging/make-deb

dist: build
	packaging/make-tarball build dist

# For Windows, cross-compiled: dist/rocada-VERSION-windows-x86_64.zip.
windows:
	packaging/make-windows

# For Linux on arm64, cross-compiled: dist/rocada_VERSION_arm64.deb and dist/rocada-VERSION-linux-aarch64.tar.gz.
arm64:
	packaging/make-arm64

# For browsers: build-web/, a folder to put on any web server. It needs Emscripten and Node.
web:
	web/build

# The same, served to this machine alone.
serve: web
	web/serve build-web

# For npm: dist/rocada-VERSION.tgz, the engine as a worker and the rules.
npm: web
	web/make-npm build-web dist

# Makes the package and installs it in a Debian of its own, which takes minutes.
package-test:
	tests/package_test

clean:
	cmake -E rm -rf dist build build-* web/node_modules
	cmake -E rm -rf xboard.debug CMakeCache.txt CMakeFiles  # the last two of a `cmake .`, which was refused
