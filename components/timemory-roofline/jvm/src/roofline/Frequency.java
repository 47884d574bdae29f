package timemory.roofline;

/**
 * Measures the frequency at which a thread runs, with Marsaglia's xorshift: three shifts and three exclusive-ors, each of which depends on
 * the previous one and takes a cycle on all processors of this kind. Virtual machines report made-up frequencies, and processors run faster
 * than their nominal one.
 */
final class Frequency {

    private static final int RUNS = 2_000;
    private static final int TURNS = 5_000;
    private static final double CYCLES_OF_A_TURN = 6;

    private Frequency() {}

    /** Returns the frequency in gigahertz, from the fastest of many short runs. */
    static double gigahertz() {
        long fastest = Long.MAX_VALUE;
        long x = 88_172_645_463_325_252L;
        for (int run = 0; run < RUNS; run++) {
            long begin = System.nanoTime();
            x = turn(x);
            fastest = Math.min(fastest, System.nanoTime() - begin);
        }
        // Never true, but without using the result, it would not be computed.
        if (x == 0) {
            throw new AssertionError("xorshift reached 0");
        }
        return CYCLES_OF_A_TURN * TURNS / fastest;
    }

    private static long turn(long start) {
        long x = start;
        for (int i = 0; i < TURNS; i++) {
            x ^= x << 13;
            x ^= x >>> 7;
            x ^= x << 17;
        }
        return x;
    }
}
