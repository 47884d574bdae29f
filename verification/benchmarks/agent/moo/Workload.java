package moo;

import java.util.Arrays;

/**
 * MooBench's workload (Waller, Ehlers, Hasselbring 2015): a method that calls itself to a depth of 10 and does no work of its own, called
 * two million times by one thread; the caller times each call. Only the second half counts.
 */
public final class Workload {
    private Workload() {}

    /** Arguments: {@code plain} or {@code hand}, calls, depth. */
    public static void main(String[] arguments) {
        boolean byHand = arguments[0].equals("hand");
        int calls = Integer.parseInt(arguments[1]);
        int depth = Integer.parseInt(arguments[2]);
        long[] times = new long[calls];
        long sum = 0;
        for (int i = 0; i < calls; i++) {
            long begin = System.nanoTime();
            sum += byHand ? ByHand.monitored(depth) : Monitored.monitored(depth);
            times[i] = System.nanoTime() - begin;
        }
        long[] half = Arrays.copyOfRange(times, calls / 2, calls);
        double mean = Arrays.stream(half).average().orElseThrow();
        Arrays.sort(half);
        System.out.println("median " + half[half.length / 2] + " mean " + mean + " sum " + (sum != 0));
    }
}
