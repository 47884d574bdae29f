"""Counts the laps it measures, and brings a fault upon itself: counters mode seed variant. LapsProgram.java is the same on the JVM."""

import mmap
import os
import random
import resource
import struct
import sys
import threading
import time

import timemory

MEASURING, WRITING = 1, 2
LABELS = 3000


def reached(state):
    struct.pack_into("q", counters, 0, state)


def count(index):
    struct.pack_into("q", counters, 8 * index, struct.unpack_from("q", counters, 8 * index)[0] + 1)


def lap(thread, label):
    count(1 + 2 * thread)
    with timemory.region(label):
        pass
    count(2 + 2 * thread)


def laps(thread, number):
    for _ in range(number):
        lap(thread, "lap")


def labelled(labels):
    with timemory.region("main"):
        for i in range(labels):
            lap(0, f"lap{i}")


def for_ever(thread):
    while True:
        lap(thread, "lap")


def until_killed():
    with timemory.region("main"):
        lap(0, "lap")
        reached(MEASURING)
        threading.Thread(target=for_ever, args=(1,), daemon=True).start()
        end = time.monotonic() + 120
        while time.monotonic() < end:
            laps(0, 100)
            if second:
                time.sleep(0.0001)
    return 7


def writing():
    labelled(LABELS)
    reached(WRITING)
    if second:
        timemory.finalize()
    return 0


def without_descriptors():
    laps(0, random.randrange(500))
    try:
        while True:
            os.open("/dev/null", os.O_RDONLY)
    except OSError:
        laps(0, random.randrange(500))
    return 3 if second else 0


def deeper():
    with timemory.region("deeper"):
        deeper()


def overflow():
    for _ in range(5):
        try:
            deeper()
        except RecursionError:
            pass
        laps(0, 10)
    if second:
        deeper()
    return 0


def filling_memory():
    laps(0, random.randrange(2000))
    with open("/proc/self/statm") as file:
        limit = int(file.read().split()[0]) * resource.getpagesize() + random.randrange(8 << 20)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    kept = []
    with timemory.region("main"):
        while True:
            kept.append(bytearray(1 << 16))
            if second:
                lap(0, "lap")


file = os.open(sys.argv[1], os.O_RDWR | os.O_CREAT, 0o600)
os.ftruncate(file, 4096)
counters = mmap.mmap(file, 4096)
os.close(file)
random.seed(int(sys.argv[3]))
second = sys.argv[4] == "1"
MODES = {
    "run": until_killed,
    "write": writing,
    "disk": lambda: labelled(random.randrange(1, LABELS)),
    "labels": lambda: labelled(2 * LABELS),
    "descriptors": without_descriptors,
    "overflow": overflow,
    "memory": filling_memory,
}
sys.exit(MODES[sys.argv[2]]())
