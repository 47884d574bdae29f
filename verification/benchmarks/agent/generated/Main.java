package generated;

import java.util.Arrays;

/** Calls every method of the generated program; see {@code moo.Generate}. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        int rounds = Integer.parseInt(arguments[0]);
        int x = 1;
        if (rounds > 1) x = warmUp(x);
        long[] times = new long[rounds];
        for (int i = 0; i < rounds; i++) {
            long begin = System.nanoTime();
            x = All.run(x);
            times[i] = System.nanoTime() - begin;
        }
        Arrays.sort(times);
        System.out.println("median " + times[rounds / 2] + " sum " + (x != 0));
    }

    /** Runs until the compilers have been idle for some time: ten thousand methods take them long. */
    private static int warmUp(int x) {
        var compilers = java.lang.management.ManagementFactory.getCompilationMXBean();
        long limit = System.nanoTime() + 100_000_000_000L;
        long quietSince = 0;
        long before = -1;
        for (int i = 0; System.nanoTime() < limit; i++) {
            x = All.run(x);
            long compiled = compilers.getTotalCompilationTime();
            if (compiled != before) {
                before = compiled;
                quietSince = System.nanoTime();
            } else if (i > 1000 && System.nanoTime() - quietSince > 2_000_000_000L) {
                break;
            }
        }
        return x;
    }
}
