package timemory.internal.platform;

/**
 * Determines whether the calling thread's stack has room for code that must not be interrupted.
 *
 * <p>The JVM does not say how much of a stack is left. So the room is used, by calls as deep as the code needs, and released again: if
 * there is too little, the {@link StackOverflowError} is thrown here, when nothing has been changed yet.
 *
 * <p>A call takes the same amount of stack however it is compiled, or more: its arguments, of which at most six are passed in registers,
 * are on it. Code under a lock needs less than a kilobyte of stack when compiled and a few when interpreted; loading a class on the way
 * takes most.
 */
final class StackProbe {
    /** Each takes at least 200 bytes, about 500 in the interpreter. */
    private static final int CALLS = 48;

    private StackProbe() {}

    /** Throws a {@link StackOverflowError} unless there is room for about ten kilobytes. */
    static void requireRoom() {
        requireRoom(CALLS);
    }

    /** Whether there is room for twice as much, which is more than code allowed by {@link #requireRoom} may take. */
    static boolean hasRoom() {
        try {
            requireRoom(2 * CALLS);
            return true;
        } catch (StackOverflowError ignored) {
            return false;
        }
    }

    private static void requireRoom(int calls) {
        deeper(calls, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    }

    private static long deeper(
            int calls, long a, long b, long c, long d, long e, long f, long g, long h, long i, long j, long k, long l, long m, long n,
            long o, long p) {
        if (calls == 0) return a + b + c + d + e + f + g + h + i + j + k + l + m + n + o + p;
        // Each argument is needed again after the call, so that its stack slot is not reused.
        long below = deeper(calls - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a);
        return below + (a ^ b) + (c ^ d) + (e ^ f) + (g ^ h) + (i ^ j) + (k ^ l) + (m ^ n) + (o ^ p);
    }
}
