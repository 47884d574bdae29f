package bench;

import bench.Row.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import timemory.HardwareEvents;

/** {@code build/bench [--quick] [--only REGEX]}: runs the benchmarks and writes one table, see docs/dev/performance.md. */
public final class Bench {

    private static final String JVM = "JVM";
    private static final String NATIVE = "native";
    private static final String PEERS = "peers";
    private static final List<String> TARGETS = List.of(JVM, NATIVE, PEERS);

    /** Rounds to 1.00: of two programs with the same code, each is slower half of the time. */
    private static final double NOTHING = 1.005;

    /** What the default becomes on the JVM once a program has run for a second. The other rows read the kernel's clock. */
    private static final String BY_DEFAULT = "-D" + Case.CLOCK_PROPERTY + "=tsc";

    private static final Map<String, String> NATIVE_BY_DEFAULT = Map.of(Case.CLOCK_VARIABLE, "auto");
    private static final Case REGION = jmh("Regions.region");
    private static final Case READINGS = jmh("Readings.twoClockReadings");

    private final Path benchmarks;
    private final Path repository;
    private final List<Row> rows = new ArrayList<>();

    private Bench(Path benchmarks) {
        this.benchmarks = benchmarks;
        repository = benchmarks.resolve("../..").normalize();
    }

    /** The folder of the benchmarks, followed by the options. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        Case.Effort effort = Case.Effort.FULL;
        Pattern only = Pattern.compile("");
        for (int i = 1; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "--quick" -> effort = Case.Effort.QUICK;
                case "--only" -> only = Pattern.compile(arguments[++i]);
                default -> {
                    System.err.println("build/bench: unknown option " + arguments[i] + "; there are --quick, --only REGEX and --keep");
                    System.exit(2);
                }
            }
        }
        Bench bench = new Bench(Path.of(arguments[0]));
        bench.addDisabled();
        bench.addRegions();
        bench.addLibrary();
        bench.addGotchas();
        bench.addAllocations();
        bench.addOpenMp();
        bench.addFunctions();
        bench.addEventCounting();
        bench.addSampling();
        bench.addNativeSampling();
        bench.addSuspending();
        bench.addNodes();
        bench.addPeers();
        boolean hasNative = Files.exists(bench.program());
        if (!hasNative) {
            System.err.println("build/bench: the native benchmarks are not built, their rows are left out");
        }
        Pattern wanted = only;
        List<Row> rows = bench.rows.stream()
                .filter(row -> wanted.matcher(row.target() + " " + row.name()).find())
                .filter(row -> hasNative || !row.target().equals(NATIVE))
                .sorted(Comparator.comparingInt(row -> TARGETS.indexOf(row.target())))
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

    private Path program() {
        return benchmarks.resolve("target/native/benchmarks.kexe");
    }

    private static Case jmh(String method, String... jvm) {
        return new Case.Jmh(method, List.of(jvm), "");
    }

    private Case kexe(String name, Map<String, String> environment) {
        return new Case.Native(program(), name, List.of(name), environment);
    }

    private Case kexe(String name) {
        return kexe(name, Map.of());
    }

    private void addDisabled() {
        String notRecording = "-Dtimemory.enabled=false";
        Case plain = jmh("Matrix.plain", notRecording);
        rows.add(Row.ratio(
                "disabled: matrix multiply with 500,000 points, C2", JVM, jmh("Matrix.withRegions", notRecording), plain, 1.01));
        for (Map.Entry<String, String> tier : List.of(Map.entry("C1", "-XX:TieredStopAtLevel=1"), Map.entry("interpreter", "-Xint"))) {
            rows.add(Row.ratio(
                    "disabled: matrix multiply with 500,000 points, " + tier.getKey(),
                    JVM,
                    jmh("Matrix.withRegions", tier.getValue(), notRecording),
                    jmh("Matrix.plain", tier.getValue(), notRecording),
                    null));
        }
        Case off = new Case.Jmh("Matrix.withRegions", List.of(), repository.resolve("build/timemory-off/target/classes") + ":");
        rows.add(Row.ratio("the same with timemory-off, C2", JVM, off, plain, NOTHING));

        Map<String, String> disabled = Map.of("TIMEMORY_ENABLED", "false");
        rows.add(Row.ratio(
                "disabled: matrix multiply with 500,000 points",
                NATIVE,
                kexe("matrix-points", disabled),
                kexe("matrix", disabled),
                1.01));
        rows.add(Row.ratio(
                "disabled: the same by functions that the compiler plugin measures, C2",
                JVM,
                jmh("Matrix.byMeasuredFunctions", notRecording),
                jmh("Matrix.byFunctions", notRecording),
                1.01));
        rows.add(Row.ratio(
                "disabled: the same by functions that the compiler plugin measures",
                NATIVE,
                kexe("matrix-measured-functions", disabled),
                kexe("matrix-functions", disabled),
                1.01));
        Path offProgram = benchmarks.resolve("off/target/native/matrix.kexe");
        rows.add(Row.ratio(
                "the same with timemory-off",
                NATIVE,
                new Case.Native(offProgram, "matrix-points", List.of(), Map.of()),
                new Case.Native(offProgram, "matrix", List.of(), Map.of()),
                NOTHING));
    }

    private void addRegions() {
        rows.add(Row.ratio("region by the kernel's clock, to two `nanoTime`", JVM, REGION, READINGS, 1.1));
        rows.add(Row.ratio("region in default settings, to two `nanoTime`", JVM, jmh("Regions.region", BY_DEFAULT), READINGS, 0.5));
        Case region = kexe("region");
        Case readings = kexe("readings");
        rows.add(Row.ratio("region by the kernel's clock, to two `clock_gettime` by cinterop", NATIVE, region, readings, 1.1));
        rows.add(Row.ratio(
                "region in default settings, to two `clock_gettime`", NATIVE, kexe("region", NATIVE_BY_DEFAULT), readings, 0.5));
        rows.add(Row.ratio("function that the compiler plugin measures, to a region by hand", JVM, jmh("Regions.measuredFunctionOfChosen"),
                REGION, 1.05));
        rows.add(Row.ratio("function that the compiler plugin measures, to a region by hand", NATIVE, kexe("measured-function-of-chosen"),
                region, 1.05));
        rows.add(Row.ratio("the same, with components by name, to a region by hand", JVM, jmh("Regions.measuredFunction"), REGION, 1.05));
        rows.add(Row.ratio("the same, with components by name, to a region by hand", NATIVE, kexe("measured-function"), region, 1.05));
        both(
                "wall clock + thread CPU clock + peak RSS, to the bare readings",
                jmh("Regions.threeComponents"),
                jmh("Readings.threeComponentsReadings"),
                kexe("region-3"),
                kexe("readings-3"),
                1.1);
        toOneRegion("nested, depth 3", "Regions.nested", "nested-3", 1.3);
        toOneRegion("ten alternating labels", "Regions.alternating", "alternating-10", 1.3);
        toOneRegion("a parent with 1,000 children", "Regions.thousandChildren", "children-1000", 2.0);
        both(
                "two threads at once, to one",
                jmh("SeveralThreads.two"),
                jmh("SeveralThreads.alone"),
                kexe("threads-2"),
                region,
                1.05);
        rows.add(Row.ratio("two threads, one of them the primary, to one", JVM, jmh("BesidePrimary.together"), REGION, 1.15));
        rows.add(Row.ratio(
                "eight threads at once, to two `nanoTime` by eight", JVM, jmh("SeveralThreads.eight"), jmh("SeveralThreads.eightReadings"),
                null));
        rows.add(Row.ratio("from Java, lambda, to Kotlin's", JVM, jmh("JavaRegions.lambda"), REGION, 1.1));
        rows.add(Row.ratio("from Java, try-with-resources, to Kotlin's", JVM, jmh("JavaRegions.tryWithResources"), REGION, 1.1));
        rows.add(Row.ratio("bundle value, to one region", JVM, jmh("Regions.bundleValue"), REGION, 1.2));
        rows.add(Row.ratio("bundle value, open and close, to one region", NATIVE, kexe("open-close"), region, 1.2));
        toOneRegion("bundle value, start and stop", "Regions.startStop", "start-stop", 1.2);
        toOneRegion("bundle value, push and pop", "Regions.pushPop", "push-pop", 1.2);
        String slow = "wall_clock>200ms";
        String name = "region while slow laps are kept, to one region";
        rows.add(Row.ratio(name, JVM, jmh("Regions.region", "-Dtimemory.slow_lap_thresholds=" + slow), REGION, null));
        rows.add(Row.ratio(name, NATIVE, kexe("region", Map.of("TIMEMORY_SLOW_LAP_THRESHOLDS", slow)), region, null));
        String percentiles = "region while percentiles are kept, to one region";
        rows.add(Row.ratio(percentiles, JVM, jmh("Regions.region", "-Dtimemory.percentiles=50,99"), REGION, null));
        rows.add(Row.ratio(percentiles, NATIVE, kexe("region", Map.of("TIMEMORY_PERCENTILES", "50,99")), region, null));
        Case unlimited = new Case.Program("bench.LimitedRegions", List.of(""));
        Case limited = new Case.Program("bench.LimitedRegions", List.of("2%"));
        rows.add(Row.ratio("region throttled by a limit of 2 % for the overhead, to one region", JVM, limited, unlimited, null));
        toOneRegion("bundle chosen at run time", "RuntimeBundles.measure", "run-time", 1.5);
    }

    /** With timemory's own library, the same region took as long as 66 clock readings, on another machine. */
    private void addLibrary() {
        Case readings = library("c-readings");
        rows.add(Row.ratio("from C: push and pop, to two `clock_gettime` (timemory's library: 33x)", NATIVE, library("c-push-pop"),
                readings, 1.6));
        rows.add(Row.ratio("from C: push and pop, to one region in Kotlin", NATIVE, library("c-push-pop"), kexe("region"), 1.25));
        rows.add(Row.ratio("from C: a bundle's push and pop, to one region in Kotlin", NATIVE, library("c-bundle"), kexe("region"), null));
        rows.add(Row.ratio("from C: begin and end record, to one region in Kotlin", NATIVE, library("c-record"), kexe("region"), null));
        rows.add(Row.ratio("from C: push and pop while paused, to two `clock_gettime`", NATIVE, library("c-paused"), readings, null));
    }

    /** A C library function that does next to nothing, called by the program. */
    private void addGotchas() {
        Case bare = gotcha("bare");
        rows.add(Row.more("gotcha of a C function: off, above the call", NATIVE, gotcha("off"), bare, 3.0));
        rows.add(Row.more("gotcha of a C function: replaced by one that calls it", NATIVE, gotcha("replaced"), bare, 2.0));
        rows.add(Row.more("gotcha of a C function: counted, with the sum of an argument", NATIVE, gotcha("counted"), bare, 5.0));
        rows.add(Row.more("gotcha of a C function: two audits that do nothing", NATIVE, gotcha("audited"), bare, 15.0));
        rows.add(Row.more("gotcha of a C function: a region with a wall clock, above one in C", NATIVE, gotcha("region"),
                library("c-bundle"), 5.0));
    }

    private Case gotcha(String name) {
        return new Case.Native(benchmarks.resolve("target/c/gotcha"), "gotcha-" + name, List.of("gotcha-" + name), Map.of());
    }

    /** A block of 64 bytes, allocated and freed by the C library. */
    private void addAllocations() {
        Case bare = memory("bare");
        rows.add(Row.ratio("malloc and free, counted, to bare", NATIVE, memory("counted"), bare, 1.25));
        rows.add(Row.ratio("malloc and free in a region with `malloc_gotcha`, to bare", NATIVE, memory("sizes"), bare, 1.8));
        rows.add(Row.ratio("the same by eight threads at once", NATIVE, memory("sizes-8"), memory("bare-8"), 1.8));
    }

    private Case memory(String name) {
        return new Case.Native(benchmarks.resolve("target/c/memory"), "malloc-" + name, List.of("malloc-" + name), Map.of());
    }

    /** For two threads, with LLVM's runtime; the same without the tool for comparison. */
    private void addOpenMp() {
        Path program = benchmarks.resolve("target/c/openmp");
        if (!Files.exists(program)) {
            return;
        }
        String tool = repository.resolve("timemory-native/target/lib/libtimemory-ompt.so").toString();
        for (Map.Entry<String, String> what : List.of(Map.entry("parallel", "a parallel region"), Map.entry("barrier", "a barrier"),
                Map.entry("task", "a task"))) {
            String name = "openmp-" + what.getKey();
            Map<String, String> threads = Map.of("OMP_NUM_THREADS", "2");
            Case bare = new Case.Native(program, name, List.of(name), threads);
            Case measured = new Case.Native(program, name + "-measured", List.of(name, tool), threads);
            rows.add(Row.more("OpenMP: " + what.getValue() + " of two threads, above the bare runtime", NATIVE, measured, bare, null));
        }
    }

    /** A function of three instructions, in a program that does not know about timemory; the same with uftrace, if it is installed. */
    private void addFunctions() {
        Case bare = functions("functions", "bare", Map.of());
        addFunctions("run", "functions", "by `timemory run`, nothing recompiled", bare);
        addFunctions("compiler-instrument", "functions-instrumented", "by `-finstrument-functions`", bare);
        if (Files.exists(benchmarks.resolve("target/c/functions-prepared"))) {
            addFunctions("compiler-instrument", "functions-prepared", "by `-fxray-instrument` of clang", bare);
            rows.add(Row.ratio("a call of a function that clang prepared so and nobody measures, to one of another", NATIVE,
                    functions("functions-prepared", "prepared", Map.of()), bare, null));
        }
        Path uftrace = Path.of("/usr/bin/uftrace");
        if (!Files.isExecutable(uftrace)) return;
        String name = "functions-uftrace";
        String data = benchmarks.resolve("target/uftrace.data").toString();
        List<String> arguments = List.of("record", "-P", ".", "-d", data, benchmarks.resolve("target/c/functions").toString(), name);
        rows.add(Row.more("the same by uftrace, `-P .`, which writes each call to a file", NATIVE,
                new Case.Native(uftrace, name, arguments, Map.of()), bare, null));
    }

    private void addFunctions(String library, String program, String how, Case bare) {
        Map<String, String> measured = measured("libtimemory-" + library + ".so");
        Map<String, String> kept = new HashMap<>(measured);
        kept.put("TIMEMORY_THROTTLE_VALUE", "0");
        rows.add(Row.more("a call of a C function measured " + how + ", above one that is not", NATIVE,
                functions(program, program + "-measured", kept), bare, null));
        rows.add(Row.more("the same once it is throttled", NATIVE, functions(program, program + "-throttled", measured), bare, null));
    }

    private Map<String, String> measured(String library) {
        Path libraries = repository.resolve("timemory-native/target/lib");
        return Map.of("LD_PRELOAD", libraries.resolve("libtimemory.so") + ":" + libraries.resolve(library), "TIMEMORY_COUT_OUTPUT", "false",
                "TIMEMORY_FILE_OUTPUT", "false", "TIMEMORY_INSTRUMENT_MIN_SIZE", "0", "TIMEMORY_INSTRUMENT_QUIET", "true");
    }

    private Case functions(String program, String how, Map<String, String> environment) {
        String name = "functions-" + how;
        return new Case.Native(benchmarks.resolve("target/c/" + program), name, List.of(name), environment);
    }

    private Case library(String name) {
        return new Case.Native(benchmarks.resolve("target/c/regions"), name, List.of(name), Map.of());
    }

    private void toOneRegion(String name, String method, String nativeName, double goal) {
        both(name + ", to one region", jmh(method), REGION, kexe(nativeName), kexe("region"), goal);
    }

    private void both(String name, Case jvm, Case jvmBaseline, Case kexe, Case kexeBaseline, double goal) {
        rows.add(Row.ratio(name, JVM, jvm, jvmBaseline, goal));
        rows.add(Row.ratio(name, NATIVE, kexe, kexeBaseline, goal));
    }

    /** Compared with PAPI if it counts the same events here. */
    private void addEventCounting() {
        boolean hasPapi = HardwareEvents.all().stream().anyMatch(event -> event.getName().endsWith("TASK-CLOCK") && event.isAvailable());
        String events = "perf::TASK-CLOCK,perf::PAGE-FAULTS,perf::CONTEXT-SWITCHES";
        Case counted = jmh("EventCounting.perfEvents");
        Case nativelyCounted = kexe("perf-events");
        if (!hasPapi) {
            rows.add(Row.stated("region that counts three software events", JVM, counted));
            rows.add(Row.stated("region that counts three software events", NATIVE, nativelyCounted));
            return;
        }
        String name = "region that counts three software events, to the same by PAPI";
        rows.add(Row.ratio(name, JVM, counted, jmh("EventCounting.papiVector", "-Dtimemory.papi_events=" + events), null));
        rows.add(Row.ratio(name, NATIVE, nativelyCounted, kexe("papi-vector", Map.of("TIMEMORY_PAPI_EVENTS", events)), null));
    }

    /** A region changes the place to which samples are attributed twice. CPU time is that of the whole process. */
    private void addSampling() {
        Case counted = jmh("Regions.counted");
        String sampled = "-Dtimemory.sampling=cpu";
        rows.add(Row.stated("region of `trip_count`, without samples", JVM, counted));
        rows.add(Row.more("the same, sampled by async-profiler, above it", JVM, jmh("Regions.counted", sampled), counted, 6.0));
        rows.add(Row.more("the same, sampled by the Flight Recorder, above it", JVM,
                jmh("Regions.counted", sampled, "-Dtimemory.sampling_engine=jfr"), counted, null));
        Case alone = work("none");
        rows.add(Row.ratio("CPU time of a program sampled 100 times a second, to none", JVM, work("timemory"), alone, 1.005));
        rows.add(Row.ratio("CPU time of a program sampled 1,000 times a second, to none", JVM, work("timemory-1000"), alone, null));
        rows.add(Row.ratio("the same sampled 100 times a second by the Flight Recorder, to none", JVM, work("timemory-jfr"), alone, null));
        rows.add(Row.ratio("CPU time of a program with two components read every 10 ms, to none", JVM, work("interval"), alone, null));
        rows.add(Row.ratio("async-profiler alone, 100 times a second, to none", PEERS, work("async-profiler"), alone, null));
        rows.add(Row.ratio("the Flight Recorder alone, 100 times a second, to none", PEERS, work("jfr"), alone, null));
    }

    /** As on the JVM; the engine is present in all of them. */
    private void addNativeSampling() {
        Case counted = kexe("counted");
        rows.add(Row.stated("region of `trip_count`, without samples", NATIVE, counted));
        Map<String, String> sampled = Map.of("TIMEMORY_SAMPLING", "cpu");
        rows.add(Row.more("the same, sampled 100 times a second, above it", NATIVE, kexe("counted", sampled), counted, 6.0));
        Case alone = kexe("sampled-work");
        rows.add(Row.ratio("CPU time of a program sampled 100 times a second, to none", NATIVE, kexe("sampled-work", sampled), alone,
                1.005));
        Map<String, String> often = Map.of("TIMEMORY_SAMPLING", "cpu", "TIMEMORY_SAMPLING_FREQ", "1000");
        rows.add(
                Row.ratio("CPU time of a program sampled 1,000 times a second, to none", NATIVE, kexe("sampled-work", often), alone, null));
        Map<String, String> read = Map.of("TIMEMORY_SAMPLER_COMPONENTS", "page_rss,cpu_clock", "TIMEMORY_SAMPLER_INTERVAL", "10ms");
        rows.add(Row.ratio(
                "CPU time of a program with two components read every 10 ms, to none", NATIVE, kexe("sampled-work", read), alone, null));
    }

    private static Case work(String sampler) {
        return new Case.Program("bench.SampledWork", List.of(sampler));
    }

    private void addSuspending() {
        rows.add(Row.time("suspending region that does not suspend", JVM, jmh("Suspending.regionThatDoesNotSuspend"), 180.0));
        rows.add(Row.time("suspending region that does not suspend", NATIVE, kexe("suspending-region"), 400.0));
        Case element = jmh("Suspending.resumeWithEmptyElement");
        rows.add(Row.more("resumption, followed, above an empty context element", JVM, jmh("Suspending.resumeMeasured"), element, 45.0));
        rows.add(Row.more(
                "resumption in a suspending region, above an empty context element",
                JVM,
                jmh("Suspending.resumeInRegion"),
                element,
                45.0));
        rows.add(Row.more("the same in default settings", JVM, jmh("Suspending.resumeInRegion", BY_DEFAULT), element, null));
        Case resume = kexe("resume");
        rows.add(Row.more("resumption, followed, above one that is not", NATIVE, kexe("resume-measured"), resume, 120.0));
        rows.add(Row.more("resumption in a suspending region, above one that is not", NATIVE, kexe("resume-in-region"), resume, 120.0));
    }

    private void addNodes() {
        Case nodes = new Case.Program("benchmarks.Nodes", List.of());
        addNodes("99,498 nodes: memory of one (timemory: 406 B)", Kind.BYTES, "nodes-bytes", nodes, 406.0);
        addNodes("making one, in a program just started (timemory: 1,650 ns)", Kind.NANOSECONDS, "nodes-make", nodes, 900.0);
        addNodes("merging and writing them as JSON (timemory: 1,100 ms)", Kind.MILLISECONDS, "nodes-json", nodes, 1100.0);
        Case snapshot = new Case.Program("benchmarks.Percentiles", List.of());
        rows.add(Row.value("results of 300 regions, 3,000 laps each", JVM, Kind.MILLISECONDS, "results-plain", snapshot, null));
        rows.add(Row.value("the same with percentiles", JVM, Kind.MILLISECONDS, "results-percentiles", snapshot, 20.0));
        Case million = new Case.Program("benchmarks.Nodes", List.of("100"));
        addMillion("1,010,100 nodes: memory of one", Kind.BYTES, "nodes-bytes", million);
        addMillion("making one of as many, in a program just started", Kind.NANOSECONDS, "nodes-make", million);
        addMillion("merging and writing as many as JSON", Kind.MILLISECONDS, "nodes-json", million);
    }

    private void addMillion(String name, Kind kind, String value, Case nodes) {
        rows.add(Row.value(name, JVM, kind, value, nodes, null));
        rows.add(Row.value(name, NATIVE, kind, Case.TIME, kexe("million-" + value), null));
    }

    private void addNodes(String name, Kind kind, String value, Case nodes, Double goal) {
        rows.add(Row.value(name, JVM, kind, value, nodes, goal));
        rows.add(Row.value(name, NATIVE, kind, Case.TIME, kexe(value), goal));
    }

    private void addPeers() {
        rows.add(Row.ratio("timemory, one region, by the kernel's clock, to two `nanoTime`", PEERS, REGION, READINGS, null));
        rows.add(Row.ratio("timemory, one region, in default settings", PEERS, jmh("Regions.region", BY_DEFAULT), READINGS, null));
        rows.add(Row.ratio("PerfMark", PEERS, jmh("Peers.perfMark"), READINGS, null));
        rows.add(Row.ratio("JFR event, recording", PEERS, jmh("Peers.jfrRecording"), READINGS, null));
        rows.add(Row.ratio("JFR event, not recording", PEERS, jmh("Peers.jfrNotRecording"), READINGS, null));
        rows.add(Row.ratio("OpenTelemetry SDK span, no export", PEERS, jmh("Peers.openTelemetry"), READINGS, null));
        rows.add(
                Row.ratio("OpenTelemetry SDK span, in batches to an exporter that does nothing", PEERS, jmh("Peers.openTelemetryInBatches"),
                        READINGS, null));
        rows.add(Row.ratio("Micrometer Observation with a timer", PEERS, jmh("Peers.observation"), READINGS, null));
        rows.add(Row.ratio("Micrometer Timer", PEERS, jmh("Peers.micrometer"), READINGS, null));
        rows.add(Row.ratio("Dropwizard Timer", PEERS, jmh("Peers.dropwizard"), READINGS, null));
    }
}
