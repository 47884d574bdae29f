package bench;

import bench.Row.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** {@code bin/bench [--quick] [--only REGEX]}: runs the benchmarks and writes one table, see docs/performance.md. */
public final class Bench {

    private static final String JVM = "JVM";
    private static final String NATIVE = "native";

    /** To two decimals: of two programs with the same code, each is the slower one half of the time. */
    private static final double NOTHING = 1.005;

    private final Path benchmarks;
    private final List<Row> rows = new ArrayList<>();

    private Bench(Path benchmarks) {
        this.benchmarks = benchmarks;
    }

    /** The folder of the benchmarks, then the options. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Case.Effort effort = Case.Effort.FULL;
        Pattern only = Pattern.compile("");
        for (int i = 1; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> effort = Case.Effort.QUICK;
                case "--only" -> only = Pattern.compile(arguments[++i]);
                default -> {
                    System.err.println("bin/bench: unknown option " + arguments[i] + "; there are --quick and --only REGEX");
                    System.exit(2);
                }
            }
        }
        Bench bench = new Bench(Path.of(arguments[0]));
        bench.addJvm();
        bench.addNative();
        bench.addPeers();
        Pattern wanted = only;
        List<Row> rows = bench.rows.stream()
                .filter(row -> wanted.matcher(row.target() + " " + row.name()).find())
                .toList();
        Machine machine = Machine.here();
        List<Row.Result> results = new Rounds(rows, effort).run();
        String table = Table.markdown(results, machine, effort);
        Path target = bench.benchmarks.resolve("target");
        Files.writeString(target.resolve("bench.md"), table);
        Files.writeString(target.resolve("bench.json"), Table.json(results, machine, effort));
        System.out.println(table);
        long missed = results.stream().filter(result -> !result.isMet()).count();
        System.out.println((missed == 0 ? "All goals are met." : missed + " goals are missed.") + " Written: "
                + target.resolve("bench.md") + ", " + target.resolve("bench.json"));
    }

    private static Case jmh(String method, String... jvm) {
        return new Case.Jmh(method, List.of(jvm), "");
    }

    private void addJvm() {
        for (String tier : List.of("C2", "C1", "interpreter")) {
            String[] options =
                    switch (tier) {
                        case "C1" -> new String[] {"-XX:TieredStopAtLevel=1", "-Dtimemory.enabled=false"};
                        case "interpreter" -> new String[] {"-Xint", "-Dtimemory.enabled=false"};
                        default -> new String[] {"-Dtimemory.enabled=false"};
                    };
            Double goal = tier.equals("C2") ? 1.01 : null;
            rows.add(Row.ratio(
                    "dormant: matrix multiply with 500,000 points, " + tier,
                    JVM,
                    jmh("Matrix.withRegions", options),
                    jmh("Matrix.plain", options),
                    goal));
        }
        Case off = new Case.Jmh("Matrix.withRegions", List.of(), benchmarks.getParent().resolve("timemory-off/target/classes") + ":");
        rows.add(Row.ratio("the same with timemory-dsl-off", JVM, off, jmh("Matrix.plain"), NOTHING));

        Case readings = jmh("Readings.twoClockReadings");
        Case region = jmh("Regions.region");
        String tsc = "-Dtimemory.wall_clock_source=tsc";
        rows.add(Row.ratio("region with a wall clock, to two `nanoTime`", JVM, region, readings, 1.15));
        rows.add(Row.ratio("the same by time-stamp counter, to two `nanoTime`", JVM, jmh("Regions.region", tsc), readings, 0.8));
        rows.add(Row.ratio(
                "wall clock + thread CPU clock + peak RSS, to the bare readings",
                JVM,
                jmh("Regions.threeComponents"),
                jmh("Readings.threeComponentsReadings"),
                1.1));
        rows.add(Row.ratio("nested, depth 3, to one region", JVM, jmh("Regions.nested"), region, 1.3));
        rows.add(Row.ratio("ten alternating labels, to one region", JVM, jmh("Regions.alternating"), region, 1.3));
        rows.add(Row.ratio("a parent with 1,000 children, to one region", JVM, jmh("Regions.thousandChildren"), region, 2.0));
        rows.add(Row.ratio("two threads at once, to one", JVM, jmh("TwoThreads.together"), jmh("TwoThreads.alone"), 1.05));
        rows.add(Row.ratio("two threads, one of them the primary, to one", JVM, jmh("BesidePrimary.together"), region, null));
        rows.add(Row.ratio("from Java, lambda, to Kotlin's", JVM, jmh("JavaRegions.lambda"), region, 1.1));
        rows.add(Row.ratio("from Java, try-with-resources, to Kotlin's", JVM, jmh("JavaRegions.tryWithResources"), region, 1.1));
        rows.add(Row.ratio("bundle value, to one region", JVM, jmh("Regions.bundleValue"), region, 1.2));
        rows.add(Row.ratio("bundle value, start and stop, to one region", JVM, jmh("Regions.startStop"), region, 1.2));
        rows.add(Row.ratio("bundle value, push and pop, to one region", JVM, jmh("Regions.pushPop"), region, 1.2));
        rows.add(Row.ratio("bundle chosen at run time, to one region", JVM, jmh("RuntimeBundles.measure"), region, 1.5));

        Case element = jmh("Suspending.resumeWithEmptyElement");
        rows.add(Row.stated("suspending region that does not suspend", JVM, jmh("Suspending.regionThatDoesNotSuspend")));
        rows.add(Row.more("resumption, followed, above an empty context element", JVM, jmh("Suspending.resumeMeasured"), element, 60.0));
        rows.add(Row.more(
                "resumption in a suspending region, above an empty context element",
                JVM,
                jmh("Suspending.resumeInRegion"),
                element,
                60.0));
        rows.add(Row.more(
                "the same by time-stamp counter", JVM, jmh("Suspending.resumeInRegion", tsc), element, null));

        Case nodes = new Case.Program("benchmarks.Nodes");
        rows.add(Row.value("99,498 nodes: memory of one (timemory: 406 B)", JVM, Kind.BYTES, "nodes-bytes", nodes, 406.0));
        rows.add(Row.value("making one (timemory: 1,650 ns)", JVM, Kind.NANOSECONDS, "nodes-make", nodes, 1650.0));
        rows.add(Row.value("merging and writing them as JSON (timemory: 1,100 ms)", JVM, Kind.MILLISECONDS, "nodes-json", nodes, 1100.0));
    }

    private Case nativeCase(String name, Map<String, String> environment) {
        return new Case.Native(benchmarks.resolve("target/native/benchmarks.kexe"), name, List.of(name), environment);
    }

    private Case nativeCase(String name) {
        return nativeCase(name, Map.of());
    }

    private void addNative() {
        if (!Files.exists(benchmarks.resolve("target/native/benchmarks.kexe"))) {
            System.err.println("bin/bench: the native benchmarks are not built, their rows are left out");
            return;
        }
        Map<String, String> disabled = Map.of("TIMEMORY_ENABLED", "false");
        Map<String, String> tsc = Map.of("TIMEMORY_WALL_CLOCK_SOURCE", "tsc");
        rows.add(Row.ratio(
                "dormant: matrix multiply with 500,000 points",
                NATIVE,
                nativeCase("matrix-points", disabled),
                nativeCase("matrix", disabled),
                1.01));
        Path off = benchmarks.resolve("off/target/native/matrix.kexe");
        rows.add(Row.ratio(
                "the same with timemory-dsl-off",
                NATIVE,
                new Case.Native(off, "matrix-points", List.of(), Map.of()),
                new Case.Native(off, "matrix", List.of(), Map.of()),
                NOTHING));
        Case readings = nativeCase("readings");
        Case region = nativeCase("region");
        rows.add(Row.ratio("region with a wall clock, to two `clock_gettime` by cinterop", NATIVE, region, readings, 1.15));
        rows.add(Row.ratio("the same by time-stamp counter, to two `clock_gettime`", NATIVE, nativeCase("region", tsc), readings, 0.6));
        rows.add(Row.ratio(
                "wall clock + thread CPU clock + peak RSS, to the bare readings",
                NATIVE,
                nativeCase("region-3"),
                nativeCase("readings-3"),
                1.1));
        rows.add(Row.ratio("nested, depth 3, to one region", NATIVE, nativeCase("nested-3"), region, 1.3));
        rows.add(Row.ratio("ten alternating labels, to one region", NATIVE, nativeCase("alternating-10"), region, 1.3));
        rows.add(Row.ratio("a parent with 1,000 children, to one region", NATIVE, nativeCase("children-1000"), region, 2.0));
        rows.add(Row.ratio("two threads at once, to one", NATIVE, nativeCase("threads-2"), region, 1.05));
        rows.add(Row.ratio("bundle value, open and close, to one region", NATIVE, nativeCase("open-close"), region, 1.2));
        rows.add(Row.ratio("bundle value, start and stop, to one region", NATIVE, nativeCase("start-stop"), region, 1.2));
        rows.add(Row.ratio("bundle value, push and pop, to one region", NATIVE, nativeCase("push-pop"), region, 1.2));
        rows.add(Row.ratio("bundle chosen at run time, to one region", NATIVE, nativeCase("run-time"), region, 1.5));
        rows.add(Row.stated("suspending region that does not suspend", NATIVE, nativeCase("suspending-region")));
        Case resume = nativeCase("resume");
        rows.add(Row.more("resumption, followed, above one that is not", NATIVE, nativeCase("resume-measured"), resume, null));
        rows.add(Row.more("resumption in a suspending region, above one that is not", NATIVE, nativeCase("resume-in-region"), resume, null));
        rows.add(Row.value("99,498 nodes: memory of one (timemory: 406 B)", NATIVE, Kind.BYTES, Case.TIME, nativeCase("nodes-bytes"), 406.0));
        rows.add(Row.value("making one (timemory: 1,650 ns)", NATIVE, Kind.NANOSECONDS, Case.TIME, nativeCase("nodes-make"), 1650.0));
        rows.add(Row.value(
                "merging and writing them as JSON (timemory: 1,100 ms)",
                NATIVE,
                Kind.MILLISECONDS,
                Case.TIME,
                nativeCase("nodes-json"),
                1100.0));
    }

    private void addPeers() {
        Case readings = jmh("Readings.twoClockReadings");
        rows.add(Row.ratio("timemory, one region, to two `nanoTime`", "peers", jmh("Regions.region"), readings, null));
        rows.add(Row.ratio("PerfMark", "peers", jmh("Peers.perfMark"), readings, null));
        rows.add(Row.ratio("JFR event, recording", "peers", jmh("Peers.jfrRecording"), readings, null));
        rows.add(Row.ratio("JFR event, not recording", "peers", jmh("Peers.jfrNotRecording"), readings, null));
        rows.add(Row.ratio("OpenTelemetry SDK span, no export", "peers", jmh("Peers.openTelemetry"), readings, null));
        rows.add(Row.ratio("Micrometer Timer", "peers", jmh("Peers.micrometer"), readings, null));
        rows.add(Row.ratio("Dropwizard Timer", "peers", jmh("Peers.dropwizard"), readings, null));
    }
}
