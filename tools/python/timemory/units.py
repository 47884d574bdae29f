"""Units of time in nanoseconds and of memory in bytes: `seconds = nanoseconds / timemory.units.sec`."""

nsec = 1
usec = 1_000 * nsec
msec = 1_000 * usec
csec = 10 * msec
dsec = 10 * csec
sec = 10 * dsec
min = 60 * sec
hr = 60 * min

byte = 1
kilobyte = 1_000 * byte
megabyte = 1_000 * kilobyte
gigabyte = 1_000 * megabyte
terabyte = 1_000 * gigabyte
petabyte = 1_000 * terabyte
kibibyte = 1_024 * byte
mebibyte = 1_024 * kibibyte
gibibyte = 1_024 * mebibyte
tebibyte = 1_024 * gibibyte
pebibyte = 1_024 * tebibyte
