package samples;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import timemory.Bundle2;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Measured2;
import timemory.OpenRegion;
import timemory.PeakRss;
import timemory.Quantity;
import timemory.ThreadCpuClock;
import timemory.WallClock;

/** The first ten minutes with timemory, in Java; {@code Tutorial} is the same in Kotlin. */
public final class TutorialInJava {

    /** A component of one's own: how much more of the heap is in use at the end of a region than at its start. */
    public static final class HeapUsedInJava extends LongDeltaComponent {
        public static final ComponentType<HeapUsedInJava> TYPE = new ComponentType<>(
                "heap_used", "Change of the heap in use", Quantity.MEMORY, HeapUsedInJava::new);

        @Override
        protected long read() {
            return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
        }
    }

    private static final Bundle2<WallClock, PeakRss> MAIN = Bundles.of(WallClock.class, PeakRss.class);
    private static final Bundle2<WallClock, ThreadCpuClock> TOOLS = Bundles.of(WallClock.class, ThreadCpuClock.class);
    private static final Bundle2<WallClock, HeapUsedInJava> MEMORY = Bundles.of(WallClock.class, HeapUsedInJava.class);

    private TutorialInJava() {}

    public static void main(String[] args) {
        // Closed at the end of the block, however it is left.
        try (OpenRegion main = MAIN.open("main")) {
            // A lambda's value is returned.
            List<Integer> primes = TOOLS.get("solve", () -> primesBelow(2_000_000));

            // Results of this one lap, typed.
            Measured2<String, WallClock, ThreadCpuClock> rendered = Bundles.measured(
                    TOOLS, "render", () -> primes.stream().map(String::valueOf).collect(Collectors.joining(", ")));
            System.out.printf(
                    "%d characters, rendered in %.6f s, %.6f s of it on the CPU%n",
                    rendered.getResult().length(), rendered.getFirst().getSeconds(), rendered.getSecond().getSeconds());

            // Any other component, one's own too; a label may come from the data.
            for (int size : List.of(1, 10, 100)) {
                MEMORY.get("allocate " + size + " MB", () -> new byte[size << 20]);
            }
        }
    }

    private static List<Integer> primesBelow(int limit) {
        boolean[] composite = new boolean[limit];
        return IntStream.range(2, limit)
                .filter(candidate -> {
                    if (!composite[candidate]) {
                        for (long multiple = (long) candidate * candidate; multiple < limit; multiple += candidate) {
                            composite[(int) multiple] = true;
                        }
                    }
                    return !composite[candidate];
                })
                .boxed()
                .toList();
    }
}
