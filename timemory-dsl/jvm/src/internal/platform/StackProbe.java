package timemory.internal.platform;

/**
 * Finds out whether the calling thread's stack has room for what must not be broken off.
 *
 * <p>The JVM does not say how much of a stack is left. So the room is used, by calls as deep as what it is wanted for, and given back:
 * where there is too little, the {@link StackOverflowError} comes from here, when nothing has been changed yet.
 *
 * <p>A call takes the same part of the stack however it is compiled, or more: its arguments, of which no more than six travel in registers,
 * lie there. What is done under a lock needs less than a kilobyte of compiled code's stack and a few of the interpreter's; loading a class
 * on the way takes most.
 */
final class StackProbe {
    /** Each takes at least 200 bytes, some 500 in the interpreter. */
    private static final int CALLS = 48;

    private StackProbe() {}

    /** Throws a {@link StackOverflowError} unless there is room for some ten kilobytes. */
    static void requireRoom() {
        requireRoom(CALLS);
    }

    /** Whether there is room for twice that, which is more than what {@link #requireRoom} lets pass may take. */
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
        // Each argument is needed again after the call, so that none of their places is given up for it.
        long below = deeper(calls - 1, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, a);
        return below + (a ^ b) + (c ^ d) + (e ^ f) + (g ^ h) + (i ^ j) + (k ^ l) + (m ^ n) + (o ^ p);
    }
}
