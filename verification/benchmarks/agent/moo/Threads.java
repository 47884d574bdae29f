package moo;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * MooBench's workload on several threads at once: the CPU time of a call, measured per thread, so that it does not matter how many threads
 * share a CPU.
 */
public final class Threads {
    private Threads() {}

    /** Arguments: threads, calls per thread, depth. Only the second half of the calls counts. */
    public static void main(String[] arguments) throws InterruptedException {
        int calls = Integer.parseInt(arguments[1]);
        int depth = Integer.parseInt(arguments[2]);
        long[] times = new long[Integer.parseInt(arguments[0])];
        Thread[] threads = new Thread[times.length];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> times[number] = measure(calls, depth));
            threads[i].start();
        }
        long sum = 0;
        for (Thread thread : threads) thread.join();
        for (long time : times) sum += time;
        System.out.println("median " + sum / ((long) times.length * (calls / 2)));
    }

    private static long measure(int calls, int depth) {
        ThreadMXBean clock = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (int i = 0; i < calls / 2; i++) sum += Monitored.monitored(depth);
        long begin = clock.getCurrentThreadCpuTime();
        for (int i = 0; i < calls / 2; i++) sum += Monitored.monitored(depth);
        long time = clock.getCurrentThreadCpuTime() - begin;
        return sum == 42 ? 0 : time;
    }
}
