# A thin front to CMake, because XBoard engines of this family are started with `xboard -fcp "make run"`.
.PHONY: build run xboard debug test install uninstall clean
.SILENT: run
MAKEFLAGS += --no-print-directory

# XBoard looks for engines below /usr/local and /usr, so PREFIX is one of them for Rocada to appear in its list.
PREFIX ?= /usr/local
DESTDIR ?=
BINDIR ?= $(PREFIX)/bin
PLUGINDIR ?= $(PREFIX)/share/games/plugins

# Debian installs XBoard in /usr/games, which root's PATH lacks.
XBOARD = PATH="$$PATH:/usr/games" xboard -fcp build/rocada -fd "$(CURDIR)"

# The tests need more libraries; ./test asks for them, and its choice stays.
build:
	cmake --preset release $(if $(wildcard build/CMakeCache.txt),,-DROCADA_TESTS=OFF)
	cmake --build --preset release --target rocada --parallel

# Not one byte but the engine's own goes to standard output.
run:
	test -x build/rocada || $(MAKE) build 1>&2
	exec build/rocada

xboard: build
	$(XBOARD)

debug: build
	$(XBOARD) -debug -nameOfDebugFile xboard.debug

test:
	./test

# The engine's description must be newer than a user's ~/.xboardrc to be noticed: it is written anew each time.
install: build
	install -d "$(DESTDIR)$(BINDIR)" "$(DESTDIR)$(PLUGINDIR)/xboard" "$(DESTDIR)$(PLUGINDIR)/logos"
	install -m 755 build/rocada "$(DESTDIR)$(BINDIR)/rocada"
	sed 's|@BINARY@|$(BINDIR)/rocada|' packaging/rocada.eng.in >"$(DESTDIR)$(PLUGINDIR)/xboard/rocada.eng"
	install -m 644 packaging/rocada.png "$(DESTDIR)$(PLUGINDIR)/logos/rocada.png"

uninstall:
	rm -f "$(DESTDIR)$(BINDIR)/rocada" "$(DESTDIR)$(PLUGINDIR)/xboard/rocada.eng" \
	  "$(DESTDIR)$(PLUGINDIR)/logos/rocada.png"

clean:
	cmake -E rm -rf build build-dev build-tsan build-clang build-fuzz build-native
