package timemory.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import timemory.tests.OptionalTools;

/** The language or runtime of a measuring program. */
enum Target {
    JVM("JVM", EnumSet.allOf(Fault.class), "lap"),
    C("C", EnumSet.allOf(Fault.class), "lap"),

    /** Python neither interrupts nor cancels threads. */
    PYTHON("Python", EnumSet.complementOf(EnumSet.of(Fault.THREADS_STOPPED)), "lap"),

    /** The sample of samples/native/kotlin, which brings no fault upon itself, and has few labels. */
    KOTLIN_NATIVE("Kotlin/Native",
            EnumSet.complementOf(
                    EnumSet.of(Fault.THREADS_STOPPED, Fault.STACK_OVERFLOW, Fault.OUT_OF_MEMORY, Fault.KILL_BETWEEN_CHECKPOINTS,
                            Fault.LITTLE_MEMORY, Fault.SIGTERM_WITH_PERCENTILES, Fault.POOL, Fault.REQUEUED)),
            "main");

    static final Path ROOT = Path.of(System.getProperty("faults.root", "..")).toAbsolutePath().normalize();

    private static final Path CLASSES = ROOT.resolve("timemory-dsl/target/classes");
    private static final Path NATIVE = ROOT.resolve("timemory-native/target");
    private static final Path LIBRARY = NATIVE.resolve("lib/libtimemory.so");
    private static final Path SAMPLE = ROOT.resolve("samples/native/kotlin/target/same-regions.kexe");
    private static final Path PROGRAMS = ROOT.resolve("verification/fault-tests/src/test/programs");
    private static final Path COMPILED = ROOT.resolve("verification/fault-tests/target/laps");
    private static final Path WITHOUT = ROOT.resolve("verification/fault-tests/target/laps-without-timemory");

    private static final List<String> NEEDED = List.of("timemory-dsl", "timemory-export", "timemory-live", "timemory-report", "kotlin");

    private static final List<String> COLLECTORS = List.of("-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC");

    final String title;
    final Set<Fault> faults;

    /** The label prefix of the laps that are counted. */
    final String label;

    private Optional<String> missing;

    Target(String title, Set<Fault> faults, String label) {
        this.title = title;
        this.faults = faults;
        this.label = label;
    }

    /** Why no program of this kind can run here; builds what it needs. */
    synchronized Optional<String> missing() {
        if (missing == null) missing = prepare();
        return missing;
    }

    private Optional<String> prepare() {
        if (this == JVM) return Optional.empty();
        if ("false".equals(System.getProperty("faults.native"))) return Optional.of("built with -Dnative=false");
        return switch (this) {
            case KOTLIN_NATIVE -> missing(SAMPLE);
            case PYTHON -> missing(LIBRARY).or(() -> unlessThere("python3"))
                    .or(() -> runs(python(), "-c", "import sys; sys.exit(sys.version_info < (3, 9))"));
            default -> missing(LIBRARY).or(Target::compile);
        };
    }

    private static Optional<String> missing(Path file) {
        return Files.exists(file) ? Optional.empty() : Optional.of("there is no " + ROOT.relativize(file));
    }

    private static Optional<String> unlessThere(String tool) {
        return OptionalTools.isThere(tool) ? Optional.empty() : Optional.of(OptionalTools.missing(tool));
    }

    private static Optional<String> compile() {
        if (!OptionalTools.isThere("gcc")) return unlessThere("gcc");
        Optional<String> without = compile(WITHOUT, "-DWITHOUT_TIMEMORY");
        return without.isPresent() ? without
                : compile(COMPILED, "-I" + NATIVE.resolve("include"), "-L" + LIBRARY.getParent(), "-ltimemory",
                        "-Wl,-rpath," + LIBRARY.getParent());
    }

    private static Optional<String> compile(Path program, String... options) {
        List<String> command =
                new ArrayList<>(List.of("gcc", "-std=gnu11", "-O1", "-fno-optimize-sibling-calls", "-Wall", "-Wextra", "-Werror",
                        "-Wno-infinite-recursion", PROGRAMS.resolve("laps.c").toString(), "-o", program.toString(), "-pthread"));
        command.addAll(List.of(options));
        return runs(command.toArray(String[]::new));
    }

    private static String python() {
        return OptionalTools.require("python3");
    }

    /** Empty if the command succeeds, otherwise its output. */
    private static Optional<String> runs(String... command) {
        try {
            Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.empty() : Optional.of(String.join(" ", command) + ": " + output);
        } catch (IOException | InterruptedException failure) {
            return Optional.of(failure.getMessage());
        }
    }

    /** The program that triggers this fault itself, or waits for it; in C, if it does not measure, the same without timemory. */
    List<String> command(FaultScenario moment, Path counters, boolean measures) {
        String form = moment.second() ? "1" : "0";
        List<String> arguments = List.of(counters.toString(), moment.fault().mode, Long.toString(moment.seed()), form);
        List<String> command = new ArrayList<>();
        switch (this) {
            case JVM -> {
                command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:-UsePerfData",
                        "-XX:TieredStopAtLevel=1"));
                if (moment.fault() == Fault.OUT_OF_MEMORY) command.add("-Xmx48m");
                if (moment.fault() == Fault.LITTLE_MEMORY) command.addAll(littleHeap(moment));
                command.addAll(List.of("-cp", classPath(moment), LapsProgram.class.getName()));
                command.addAll(arguments);
            }
            case C -> {
                command.add((measures ? COMPILED : WITHOUT).toString());
                command.addAll(arguments);
            }
            case PYTHON -> {
                command.addAll(List.of(python(), "-B", PROGRAMS.resolve("laps.py").toString()));
                command.addAll(arguments);
            }
            case KOTLIN_NATIVE -> command.addAll(List.of(SAMPLE.toString(), Integer.toString(rounds(moment))));
        }
        return command;
    }

    private static List<String> littleHeap(FaultScenario moment) {
        Random random = moment.random();
        return List.of("-Xmx" + (24 + random.nextInt(105)) + "m", COLLECTORS.get(random.nextInt(COLLECTORS.size())));
    }

    /** How often the sample repeats itself, which is the number of laps that it reports. */
    private static int rounds(FaultScenario moment) {
        return moment.fault().mode.equals("run") ? 1_000_000 : 40;
    }

    /** The progress of a program that uses the counters or prints a line for each lap. */
    Progress progress(FaultScenario moment, Counters counters, Path output) {
        if (this != KOTLIN_NATIVE) return new Progress(counters.begun(), counters.done(), state(counters));
        long lines;
        try {
            lines = Files.readString(output).lines().filter(line -> line.startsWith("solved")).count();
        } catch (IOException ignored) {
            lines = 0;
        }
        Counters.State running = lines > 0 ? Counters.State.MEASURING : Counters.State.STARTING;
        Counters.State state = lines >= rounds(moment) ? Counters.State.WRITING : running;
        // The line comes from inside the region, which may still be open.
        return new Progress(lines + 1, Math.max(0, lines - 1), state);
    }

    private static Counters.State state(Counters counters) {
        if (counters.hasReached(Counters.State.WRITING)) return Counters.State.WRITING;
        return counters.hasReached(Counters.State.MEASURING) ? Counters.State.MEASURING : Counters.State.STARTING;
    }

    record Progress(long begun, long done, Counters.State state) {}

    /** What a measuring program needs, and nothing else. */
    private static String classPath(FaultScenario moment) {
        String all = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        // Classes of an open archive can be loaded without a further descriptor; those of a folder cannot.
        boolean ofFolder = moment.fault() == Fault.NO_DESCRIPTORS && moment.second();
        List<String> needed = Arrays.stream(all.split(":"))
                .filter(entry -> NEEDED.stream().anyMatch(entry::contains) || entry.endsWith("test-classes"))
                .map(entry -> ofFolder && entry.contains("timemory-dsl") ? CLASSES.toString() : entry)
                .toList();
        return String.join(":", needed);
    }

    /** The environment that all programs are started with. */
    List<String> environment(Fault fault) {
        List<String> environment = new ArrayList<>();
        if (this == PYTHON) {
            environment.add("PYTHONPATH=" + ROOT.resolve("tools/python"));
            environment.add("TIMEMORY_LIBRARY=" + LIBRARY);
        }
        if (fault.hasCheckpoints()) environment.add("TIMEMORY_FLUSH_INTERVAL=100ms");
        if (fault == Fault.SIGTERM_WITH_PERCENTILES) environment.add("TIMEMORY_PERCENTILES=50,99");
        // Settings of users who want results after these faults too.
        boolean isOnRequest = fault == Fault.SIGHUP || fault == Fault.STACK_OVERFLOW || fault == Fault.OUT_OF_MEMORY;
        if (this != JVM && isOnRequest) environment.add("TIMEMORY_ENABLE_ALL_SIGNALS=true");
        // The system calls at the start and end of each lap, where a thread may be cancelled.
        if (this == C && fault == Fault.THREADS_STOPPED) environment.add("TIMEMORY_COMPONENTS=wall_clock,page_rss,network_stats");
        return environment;
    }
}
