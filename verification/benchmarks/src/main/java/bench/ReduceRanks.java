package bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import timemory.export.data.UnreadableResultsException;
import timemory.export.wire.WireResults;

/**
 * Merges a given number of ranks in the same tree as MPI programs, with the same code: how long a merge takes at each level of the tree,
 * how large its result is, and how many bytes are sent in total. A program with that many ranks takes the time of one merge at each level
 * because the merges of a level run concurrently, plus the time for sending.
 *
 * <pre>java -Xmx2g -cp verification/benchmarks/target/benchmarks.jar bench.ReduceRanks 100000 2000</pre>
 */
public final class ReduceRanks {

    /** The CPU time of one merge is used: other programs on a busy machine affect it least. */
    private static final ThreadMXBean PROCESSOR = ManagementFactory.getThreadMXBean();
    private static final int LEVELS = 32;
    private static final int MAX_NODES = 1_000_000;

    private final int regions;
    private final LongAdder[] merges = new LongAdder[LEVELS];
    private final LongAdder[] nanoseconds = new LongAdder[LEVELS];
    private final LongAccumulator[] slowest = new LongAccumulator[LEVELS];
    private final LongAccumulator[] largest = new LongAccumulator[LEVELS];
    private final LongAdder[] sent = new LongAdder[LEVELS];

    private ReduceRanks(int regions) {
        this.regions = regions;
        for (int i = 0; i < LEVELS; i++) {
            merges[i] = new LongAdder();
            nanoseconds[i] = new LongAdder();
            slowest[i] = new LongAccumulator(Math::max, 0);
            largest[i] = new LongAccumulator(Math::max, 0);
            sent[i] = new LongAdder();
        }
    }

    /** Arguments: how many ranks, and how many regions each. */
    public static void main(String[] arguments) {
        int ranks = Integer.parseInt(arguments[0]);
        ReduceRanks reduction = new ReduceRanks(Integer.parseInt(arguments[1]));
        for (int i = 0; i < 200; i++) {
            reduction.all(0, 2); // not with code that has just been loaded
        }
        ReduceRanks measured = new ReduceRanks(reduction.regions);
        long begin = System.nanoTime();
        byte[] all = new ForkJoinPool(Runtime.getRuntime().availableProcessors()).invoke(measured.new Part(0, ranks));
        double seconds = (System.nanoTime() - begin) / 1e9;
        measured.print(ranks, all.length, seconds);
    }

    /** The merged results of the ranks from {@code first} on: the lower half merged with the upper one, as in a binomial tree. */
    private byte[] all(int first, int count) {
        if (count == 1) {
            return WireResults.encode(MergeFiles.results(first, regions), first);
        }
        int half = Integer.highestOneBit(count - 1);
        return merged(all(first, half), all(first + half, count - half), Integer.numberOfTrailingZeros(half));
    }

    private byte[] merged(byte[] lower, byte[] upper, int level) {
        long begin = PROCESSOR.getCurrentThreadCpuTime();
        byte[] both;
        try {
            both = WireResults.merge(List.of(lower, upper), MAX_NODES);
        } catch (UnreadableResultsException failure) {
            throw new IllegalStateException(failure);
        }
        long took = PROCESSOR.getCurrentThreadCpuTime() - begin;
        merges[level].increment();
        nanoseconds[level].add(took);
        slowest[level].accumulate(took);
        largest[level].accumulate(both.length);
        sent[level].add(upper.length);
        return both;
    }

    private final class Part extends RecursiveTask<byte[]> {
        private static final long serialVersionUID = 1L;
        private static final int ALONE = 1024;
        private final int first;
        private final int count;

        Part(int first, int count) {
            this.first = first;
            this.count = count;
        }

        @Override
        protected byte[] compute() {
            if (count <= ALONE) {
                return all(first, count);
            }
            int half = Integer.highestOneBit(count - 1);
            Part upper = new Part(first + half, count - half);
            upper.fork();
            byte[] lower = new Part(first, half).compute();
            return merged(lower, upper.join(), Integer.numberOfTrailingZeros(half));
        }
    }

    private void print(int ranks, int bytes, double seconds) {
        System.out.printf(Locale.ROOT, "%,d ranks of %,d regions, all of them here: %.1f s; the outcome has %,d bytes%n%n", ranks, regions,
                seconds, bytes);
        System.out.printf("| level | merges | one, mean | slowest | outcome, largest | sent |%n|---|---|---|---|---|---|%n");
        double path = 0;
        long moved = 0;
        for (int level = 0; level < LEVELS && merges[level].sum() > 0; level++) {
            double mean = nanoseconds[level].sum() / 1e6 / merges[level].sum();
            path += mean;
            moved += sent[level].sum();
            System.out.printf(Locale.ROOT, "| %d | %,d | %.2f ms | %.2f ms | %,d B | %,d B |%n", level, merges[level].sum(), mean,
                    slowest[level].get() / 1e6, largest[level].get(), sent[level].sum());
        }
        System.out.printf(Locale.ROOT, "%nOne merge at each level: %.1f ms of a processor. Sent in all: %,d bytes%n", path, moved);
    }
}
