"""A private X display without a screen: Xvfb, what it shows, and xdotool's hands on it.

No window manager runs on it. Keys therefore go nowhere until a window is given the focus by hand, and every window
opens at the place its program asks for.
"""

import os
import select
import shutil
import struct
import subprocess
import zlib
from pathlib import Path

WIDTH, HEIGHT = 1200, 800
SERVER_START_SECONDS = 15
XDOTOOL_SECONDS = 10
END_SECONDS = 5


class DisplayError(Exception):
    """The X server did not start, or xdotool could not do what it was told."""


def end_process(process):
    """Ends a process, the friendly way first."""
    process.terminate()
    try:
        process.wait(END_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Frame:
    """One still picture of the display, read from the file in which Xvfb keeps its framebuffer (XWD format)."""

    _HEADER = struct.Struct(">25I")

    def __init__(self, xwd):
        header = self._HEADER.unpack_from(xwd)
        header_size, self.width, self.height = header[0], header[4], header[5]
        byte_order, bits_per_pixel, self._stride, colours = header[7], header[11], header[12], header[19]
        if bits_per_pixel != 32 or byte_order != 0:
            raise DisplayError(f"unexpected framebuffer: {bits_per_pixel} bits per pixel, byte order {byte_order}")
        self._pixels = xwd[header_size + 12 * colours:]

    def _row(self, y):
        return self._pixels[y * self._stride:y * self._stride + 4 * self.width]

    def bounding_box(self, colours):
        """The smallest (left, top, right, bottom) holding every pixel of these (red, green, blue) colours, or None."""
        lefts, rights, rows = [], [], []
        for y in range(self.height):
            row = self._row(y)
            columns = [x for colour in colours for x in _outermost_columns(row, colour)]
            if columns:
                lefts.append(min(columns))
                rights.append(max(columns))
                rows.append(y)
        return (min(lefts), rows[0], max(rights) + 1, rows[-1] + 1) if rows else None

    def colours_in(self, left, top, right, bottom):
        """The set of (red, green, blue) colours in a box."""
        rows = (self._row(y)[4 * left:4 * right] for y in range(top, bottom))
        return {(red, green, blue) for row in rows for blue, green, red in zip(row[0::4], row[1::4], row[2::4])}

    def save_png(self, path):
        lines = bytearray()
        for y in range(self.height):
            row = self._row(y)
            rgb = bytearray(3 * self.width)
            rgb[0::3], rgb[1::3], rgb[2::3] = row[2::4], row[1::4], row[0::4]
            lines += b"\0" + rgb
        header = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + _png_chunk(b"IHDR", header)
                         + _png_chunk(b"IDAT", zlib.compress(bytes(lines), 6)) + _png_chunk(b"IEND", b""))


def _png_chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def _outermost_columns(row, colour):
    """The first and last column of the row with this colour; the fourth byte of a pixel is padding."""
    red, green, blue = colour
    wanted = bytes((blue, green, red))
    found = []
    for search, start_of_next in ((row.find, lambda at: (at + 1, len(row))), (row.rfind, lambda at: (0, at + 2))):
        at = search(wanted)
        while at >= 0 and at % 4:  # three bytes that only look like the colour: they lie across two pixels
            at = search(wanted, *start_of_next(at))
        if at >= 0:
            found.append(at // 4)
    return found


class VirtualDisplay:
    """Starts Xvfb on a display number it finds free itself."""

    def __init__(self, folder):
        self._framebuffer = Path(folder) / "Xvfb_screen0"
        reader, writer = os.pipe()
        with open(Path(folder) / "xvfb.log", "wb") as log:
            # -noreset: else the server starts anew whenever its last client, often an xdotool, leaves.
            self._server = subprocess.Popen(
                [shutil.which("Xvfb"), "-displayfd", str(writer), "-screen", "0", f"{WIDTH}x{HEIGHT}x24",
                 "-fbdir", str(folder), "-nolisten", "tcp", "-noreset"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[writer])
        os.close(writer)
        try:
            self.name = ":" + self._read_display_number(reader)
        except BaseException:
            self.close()
            raise
        finally:
            os.close(reader)
        self.environment = dict(os.environ, DISPLAY=self.name)

    @staticmethod
    def _read_display_number(reader):
        """Reads the whole line: Xvfb writes it in two pieces, and dies when the second finds the pipe closed."""
        text = b""
        while not text.endswith(b"\n"):
            ready, _, _ = select.select([reader], [], [], SERVER_START_SECONDS)
            piece = os.read(reader, 16) if ready else b""
            if not piece:
                raise DisplayError("Xvfb did not start")
            text += piece
        return text.decode().strip()

    @property
    def server_pid(self):
        return self._server.pid

    def close(self):
        end_process(self._server)

    def frame(self):
        return Frame(self._framebuffer.read_bytes())

    def _xdotool(self, *words):
        return subprocess.run(["xdotool", *map(str, words)], env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=XDOTOOL_SECONDS)

    def _do(self, *words):
        done = self._xdotool(*words)
        if done.returncode != 0:
            raise DisplayError(f"xdotool {' '.join(map(str, words))}: {done.stderr.strip()}")

    def visible_windows(self):
        """{window id: title} of all windows on show that have a title."""
        ids = self._xdotool("search", "--onlyvisible", "--name", ".").stdout.split()
        titles = {}
        for window in ids:
            named = self._xdotool("getwindowname", window)
            if named.returncode == 0:  # otherwise the window has closed in the meantime
                titles[int(window)] = named.stdout.strip()
        return titles

    def focus(self, window):
        self._do("windowraise", window, "windowfocus", "--sync", window)

    def press(self, *keys):
        self._do("key", *keys)

    def type(self, text):
        self._do("type", "--delay", "15", text)

    def click(self, point):
        self._do("mousemove", *point, "click", 1)

    def drag(self, start, end):
        self._do("mousemove", *start, "mousedown", 1, "mousemove", *end, "mouseup", 1)
