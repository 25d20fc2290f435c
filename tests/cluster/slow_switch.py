#!/usr/bin/python3
"""A wire between two network devices on which everything takes a while, for kernels without netem.

    slow_switch.py DEVICE DEVICE MILLISECONDS

Frames are taken from one device and put into the other, in order, so much later. Runs until it is killed.
"""

import heapq
import itertools
import select
import socket
import sys
import time

PACKET_VNET_HDR = 15  # a frame comes with what the kernel has still to do for it, such as its checksum
SOL_PACKET = 263
ALL_PROTOCOLS = 3
LONGEST_FRAME = 1 << 17


def port(device):
    opened = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
    opened.setsockopt(SOL_PACKET, PACKET_VNET_HDR, 1)
    opened.bind((device, ALL_PROTOCOLS))
    return opened


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    ports = [port(device) for device in sys.argv[1:3]]
    delay = float(sys.argv[3]) / 1000
    numbers = itertools.count()  # frames of one moment keep their order
    waiting = []
    while True:
        pause = max(0, waiting[0][0] - time.monotonic()) if waiting else None
        for ready in select.select(ports, [], [], pause)[0]:
            frame, (_, _, kind, *_) = ready.recvfrom(LONGEST_FRAME)
            if kind == socket.PACKET_OUTGOING:
                continue  # our own
            other = ports[1 - ports.index(ready)]
            heapq.heappush(waiting, (time.monotonic() + delay, next(numbers), other, frame))
        while waiting and waiting[0][0] <= time.monotonic():
            _, _, other, frame = heapq.heappop(waiting)
            try:
                other.send(frame)
            except OSError:
                pass  # a wire may lose what it likes


if __name__ == "__main__":
    main()
