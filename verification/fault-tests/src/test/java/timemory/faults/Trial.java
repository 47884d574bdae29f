package timemory.faults;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import timemory.tests.Signals;

/** Runs one program in a separate folder until it has ended, one way or the other. */
final class Trial implements AutoCloseable {
    /** Long enough for a busy machine; anything longer is a hang. */
    private static final int LIMIT_SECONDS = 60;

    private static final Disk DISK = Disk.find();

    private final FaultScenario moment;
    private final boolean measures;
    final Path work;
    private final AtomicInteger runs = new AtomicInteger();

    /**
     * How a program ended.
     *
     * @param status that of the process, 128 and its number for a signal; -1 if it hung
     * @param done laps that were done for certain when the fault came
     * @param begun laps that were started at all
     */
    record Ended(int status, long done, long begun, String errors, String stacks) {}

    Trial(FaultScenario moment, boolean measures) throws IOException {
        this.moment = moment;
        this.measures = measures;
        work = Files.createTempDirectory("timemory-fault");
    }

    Path results() {
        return work.resolve("out");
    }

    Ended run() throws IOException, InterruptedException {
        return run(moment, Map.of());
    }

    /**
     * The same program once more, with another thing in mind, in the same folder; also several at once.
     *
     * @param variables additional environment variables
     */
    Ended run(FaultScenario moment, Map<String, String> variables) throws IOException, InterruptedException {
        String run = Integer.toString(runs.incrementAndGet());
        Path output = work.resolve("output" + run);
        Path errors = work.resolve("errors" + run);
        Path numbers = work.resolve("counters" + run);
        Counters counters = new Counters(numbers);
        Random random = moment.random();
        Files.createDirectories(results());
        List<String> command = moment.target().command(moment, numbers, measures);
        ProcessBuilder builder = new ProcessBuilder(wrapped(moment, random, command))
                .directory(work.toFile()).redirectOutput(output.toFile()).redirectError(errors.toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_") || name.startsWith("JDK_JAVA"));
        for (String setting : moment.target().environment(moment.fault())) {
            builder.environment().put(setting.substring(0, setting.indexOf('=')), setting.substring(setting.indexOf('=') + 1));
        }
        builder.environment().put("TIMEMORY_ENABLED", Boolean.toString(measures));
        builder.environment().put("TIMEMORY_OUTPUT_PATH", results().toString());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        for (String format : List.of("COMPACT", "JSON", "TREE", "FLAMEGRAPH")) {
            builder.environment().put("TIMEMORY_" + format + "_OUTPUT", "true");
        }
        builder.environment().putAll(variables);
        Process process = builder.start();
        try {
            long done = -1;
            if (moment.fault().signal != null) {
                StateNow now = () -> moment.target().progress(moment, counters, output).state();
                waitFor(moment, process, now, random);
                if (measures && moment.fault().comesBetweenCheckpoints()) waitForCheckpoint(process, random);
                done = moment.target().progress(moment, counters, output).done();
                send(moment.fault().signal, process);
                // At the moment when a JVM sets up its handlers it loses signals, whether the program measures or not; and a shell in the
                // background ignores SIGINT until it has become the program.
                if (moment.early() && !process.waitFor(LIMIT_SECONDS / 2, TimeUnit.SECONDS)) {
                    waitFor(Counters.State.MEASURING, process, now);
                    send(moment.fault().signal, process);
                }
            }
            boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
            String stacks = ended ? "" : stacks(process);
            if (!ended) process.destroyForcibly().waitFor();
            Target.Progress last = moment.target().progress(moment, counters, output);
            int status = ended ? process.exitValue() : -1;
            return new Ended(status, done < 0 ? last.done() : done, last.begun(), Files.readString(errors), stacks);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Finds no process if it has just ended. */
    private static void send(String signal, Process process) throws IOException, InterruptedException {
        Signals.send(signal, process.pid());
    }

    private interface StateNow {
        Counters.State get();
    }

    /** A signal arrives while the program starts, while it measures or while it writes. */
    private static void waitFor(FaultScenario moment, Process process, StateNow now, Random random) throws InterruptedException {
        boolean isLate = moment.fault().comesWhileWriting();
        if (!moment.early()) waitFor(isLate ? Counters.State.WRITING : Counters.State.MEASURING, process, now);
        double share = random.nextDouble();
        TimeUnit.MICROSECONDS.sleep((long) ((moment.early() ? 400_000 : isLate ? 300_000 : 100_000) * share * share));
    }

    private static void waitFor(Counters.State state, Process process, StateNow now) throws InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (now.get().compareTo(state) < 0 && process.isAlive() && System.nanoTime() < limit) TimeUnit.MICROSECONDS.sleep(500);
    }

    /** The signal arrives at any moment of writing the next one, or in between. */
    private void waitForCheckpoint(Process process, Random random) throws IOException, InterruptedException {
        long limit = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (ResultFiles.in(results()).checkpoints().isEmpty() && process.isAlive() && System.nanoTime() < limit) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        TimeUnit.MICROSECONDS.sleep(random.nextInt(300_000));
    }

    private List<String> wrapped(FaultScenario moment, Random random, List<String> command) {
        List<String> wrapped = new ArrayList<>();
        if (moment.fault() == Fault.FULL_DISK) {
            // From nothing at all up to the space for all of the results.
            wrapped.addAll(DISK.command(results(), 4 + random.nextInt(700)));
        } else if (moment.fault() == Fault.NO_DESCRIPTORS && moment.target() == Target.KOTLIN_NATIVE) {
            // It takes none itself, so few are there from the start: one is for the loader.
            wrapped.addAll(shell("ulimit -n " + (4 + random.nextInt(6))));
        } else if (moment.fault() == Fault.FILE_SIZE) {
            wrapped.addAll(Disk.LIMIT.command(results(), 4 + random.nextInt(700)));
        } else if (moment.fault() == Fault.LITTLE_MEMORY && moment.target() != Target.JVM) {
            wrapped.addAll(shell("ulimit -v " + 1024 * (200 + random.nextInt(600))));
        } else {
            wrapped.addAll(shell(":"));
        }
        // Who runs the tests in the background of a shell lets them ignore SIGINT, and they would hand that on.
        wrapped.addAll(List.of("env", "--default-signal=INT,TERM,HUP"));
        wrapped.addAll(command);
        return wrapped;
    }

    static List<String> shell(String before) {
        return List.of("sh", "-c", before + "; ulimit -c 0; exec \"$@\"", "sh");
    }

    private static String stacks(Process process) throws IOException, InterruptedException {
        String tool = Path.of(System.getProperty("java.home"), "bin", "jstack").toString();
        Process stacks = new ProcessBuilder("timeout", "20", tool, Long.toString(process.pid())).redirectErrorStream(true).start();
        String text = new String(stacks.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        stacks.waitFor();
        return text;
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> all = Files.walk(work)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(path);
        }
    }
}
