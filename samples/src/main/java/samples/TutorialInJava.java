package samples;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.ComponentBuilder;
import timemory.ComponentType;
import timemory.bundle.Measured2;
import timemory.OpenRegion;
import timemory.PeakRss;
import timemory.ThreadCpuClock;
import timemory.WallClock;

/** The first ten minutes with timemory, in Java; {@code Tutorial} is the same in Kotlin. */
public final class TutorialInJava {

    /** A custom component: how many more files are open at the end of a region than at its start. */
    private static final ComponentType<?> OPEN_FILES = new ComponentBuilder("open_files", "Change of the number of open files")
            .delta(() -> new File("/proc/self/fd").list().length)
            .build();

    private static final Bundle2<WallClock, PeakRss> MAIN = Bundles.of(WallClock.class, PeakRss.class);
    private static final Bundle2<WallClock, ThreadCpuClock> TOOLS = Bundles.of(WallClock.class, ThreadCpuClock.class);
    private static final Bundle1<WallClock> FILES = Bundles.of(WallClock.class, builder -> builder.add(OPEN_FILES));

    private TutorialInJava() {}

    public static void main(String[] args) throws IOException {
        // Closed at the end of the block, however it exits.
        try (OpenRegion main = MAIN.open("main")) {
            // The lambda's value is returned.
            List<Integer> primes = TOOLS.get("solve", () -> primesBelow(2_000_000));

            // The typed results of this one lap.
            Measured2<String, WallClock, ThreadCpuClock> rendered = Bundles.measured(
                    TOOLS, "render", () -> primes.stream().map(String::valueOf).collect(Collectors.joining(", ")));
            System.out.printf(
                    "%d characters, rendered in %.6f s, %.6f s of it on the CPU%n",
                    rendered.getResult().length(), rendered.getFirst().getSeconds(), rendered.getSecond().getSeconds());

            // Any other component, including custom ones; a label may come from the data.
            for (int count : List.of(1, 10, 100)) {
                List<InputStream> files = FILES.get("open " + count + " files", () -> open(count));
                for (InputStream file : files) {
                    file.close();
                }
            }
        }
    }

    private static List<InputStream> open(int count) {
        return Stream.generate(() -> {
            try {
                return (InputStream) new FileInputStream("/dev/null");
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }).limit(count).toList();
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
