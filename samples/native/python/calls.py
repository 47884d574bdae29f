"""Counts and measures its calls of libz and libm: the program of ../README.md, in Python, which calls them through its own modules.

    PYTHONPATH=tools/python python3 samples/native/python/calls.py
"""

import math
import sys
import zlib

import timemory
from timemory.gotcha import Gotcha


def main():
    buffer = memoryview(bytes(i % 251 for i in range(1000)))
    counting = Gotcha().count("crc32", 2).count("adler32", 2).reject_callers("libz.so*")
    measuring = Gotcha("wall_clock, trip_count").wrap("cos", "f64(f64)")

    crc, adler, cosines = 0, 1, 0.0
    with counting, measuring, timemory.region("main"):
        for i in range(1, 1001):
            crc = zlib.crc32(buffer[:i], crc)
        for _ in range(1000):
            adler = zlib.adler32(buffer, adler)
        for byte in buffer[:100]:
            cosines += math.cos(0.01 * byte)

    crc = zlib.crc32(buffer, crc)
    adler = zlib.adler32(buffer, adler)
    cosines += math.cos(1.0)
    for function in ("crc32", "adler32"):
        print(function, *counting.counted(function))
    print(f"results {crc:08x} {adler:08x} {cosines:.6f}")


sys.argv = timemory.init(sys.argv)
timemory.set_default(["wall_clock", "trip_count"])
main()
timemory.finalize()
