import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the agent costs compared with similar tools; run by {@code build/bench-agent}. Each case runs once per round, in its own process, so
 * that temporary slowdowns of the machine affect all of them.
 */
public final class AgentBench {
    private static final int DEPTH = 10;
    private static final List<String> FLAGS = List.of("-Xms1g", "-Xmx1g", "-XX:+UseSerialGC", "-Xshare:auto");

    private static Path work;
    private static Path classes;
    private static String payload;
    private static String agent;
    private static Path peers;
    private static Path measured;
    private static int calls = 2_000_000;
    private static int rounds = 3;
    private static boolean programsOnly;
    private static boolean startOnly;
    private static boolean keeps;
    private static Path root;

    /** The input of `build/bench-history --add`: one line of name, target, kind and value for each row. */
    private static final StringBuilder ROWS = new StringBuilder();

    /** A case: its command and, once it has run, how many calls it recorded, as text; {@code null} if nothing is counted. */
    private record Case(String name, List<String> command, Function<Path, Long> kept) {}

    private static final Map<String, List<Double>> FIGURES = new LinkedHashMap<>();
    private static final Map<String, Long> KEPT = new LinkedHashMap<>();

    public static void main(String[] arguments) throws Exception {
        root = Path.of(arguments[0]);
        for (int i = 1; i < arguments.length; i++) {
            if (arguments[i].equals("--quick")) {
                calls = 200_000;
                rounds = 2;
            } else if (arguments[i].equals("--start")) {
                startOnly = true;
            } else if (arguments[i].equals("--programs")) {
                programsOnly = true;
            } else if (arguments[i].equals("--keep")) {
                keeps = true;
            } else {
                throw new IllegalArgumentException("there is no option '" + arguments[i] + "'");
            }
        }
        work = root.resolve("verification/benchmarks/target/agent");
        classes = work.resolve("classes");
        peers = work.resolve("peers");
        payload = root.resolve("instrumentation/timemory-agent/target/payload.jar").toString();
        agent = root.resolve("instrumentation/timemory-agent/target/timemory-agent.jar").toString();
        measured = root.resolve("instrumentation/timemory-agent/target/measured");
        if (programsOnly) {
            programs();
            writeRows();
            return;
        }
        // One method in three is non-trivial, as in H2.
        generate("large.jar", 10_000, 6, 3, 3);
        generate("methods.jar", 100, 100, 60, 1);
        List<Case> moo = startOnly ? List.of() : moo();
        List<Case> off = startOnly ? List.of() : off();
        List<Case> start = start();
        for (int round = 1; round <= rounds; round++) {
            System.err.println("round " + round + " of " + rounds);
            for (Case one : moo) if (round == 1 || round == rounds || !isSlow(one)) measure(one, AgentBench::printed);
            for (Case one : off) measure(one, AgentBench::printed);
            for (int i = 0; i < 3; i++) for (Case one : start) measure(one, output -> -1.0);
        }
        print(moo, off, start);
        if (!startOnly) {
            programs();
        }
        writeRows();
    }

    private static void writeRows() throws IOException {
        Files.writeString(work.resolve("rows.tsv"), keeps ? ROWS : "");
    }

    private static void row(String name, String kind, double value) {
        ROWS.append(String.format(Locale.ROOT, "%s\tJVM\t%s\t%.4f%n", name, kind, value));
    }

    /** CPU time, which other programs on the machine affect less than wall time. */
    private static void programs() throws IOException, InterruptedException {
        FIGURES.clear(); // some of those in wall time have the same names
        List<List<Case>> groups = new ArrayList<>();
        String sql = "jdbc:%s:mem:bench";
        group(groups, "HSQLDB", "hsqldb", folder("hsqldb"), "Database", sql.formatted("hsqldb"), "30000");
        group(groups, "Derby", "derby", folder("derby") + ":" + peers.resolve("derbyshared.jar"), "Database",
                "jdbc:derby:memory:bench;create=true", "30000");
        group(groups, "Lucene", "lucene", folder("lucene"), "Search", "20000");
        String scripts = root.resolve("verification/benchmarks/agent/programs").toString();
        group(groups, "Groovy", "groovy", peers.resolve("groovy.jar").toString(), "groovy.ui.GroovyMain", scripts + "/sums.groovy");
        String clojure = Stream.of("clojure", "spec", "specs").map(name -> peers.resolve(name + ".jar").toString())
                .collect(Collectors.joining(":"));
        group(groups, "Clojure", "clojure", clojure, "clojure.main", scripts + "/sums.clj");
        List<Case> kotlin = new ArrayList<>();
        kotlinCompiler(kotlin);
        if (!kotlin.isEmpty()) {
            Case all = new Case("Kotlin compiler, all functions", and(List.of("-javaagent:" + agent + "=all-functions"),
                    kotlin.get(0).command.toArray(new String[0])), null);
            // The first of these runs finds no woven classes and saves its own; the second uses them.
            Case again = new Case(kotlin.get(1).name + ", classes kept from runs before", kotlin.get(1).command, null);
            groups.add(List.of(kotlin.get(0), kotlin.get(1), again, all));
        }
        String include = "-javaagent:" + agent + "=include=^Methods\\.m\\d;min-size=0";
        List<String> small = List.of("-cp", classes.toString(), "Methods", "500000");
        groups.add(List.of(
                new Case("200 small methods, none throttled", and(List.of(include + ";throttle=false"), small.toArray(new String[0])),
                        null),
                new Case("200 small methods, throttled as by default", and(List.of(include), small.toArray(new String[0])), null),
                new Case("200 small methods, without the agent", small, null)));
        if (Runtime.version().feature() >= 25) {
            List<String> threads = List.of("-cp", classes.toString(), "moo.Threads", "8", "400000", Integer.toString(DEPTH));
            String moo = "-javaagent:" + agent + "=include=^moo.Monitored;min-size=0;throttle=false";
            groups.add(List.of(
                    new Case("8 threads, JFR method timing", and(List.of(
                            "-XX:StartFlightRecording:method-timing=moo.Monitored::monitored,filename=moo.jfr"),
                            threads.toArray(new String[0])),
                            null),
                    new Case("8 threads, agent", and(List.of(moo), threads.toArray(new String[0])), null),
                    new Case("8 threads, agent, time-stamp counter", and(List.of("--enable-native-access=ALL-UNNAMED", moo),
                            threads.toArray(new String[0])), null)));
        }
        for (int round = 1; round <= rounds; round++) {
            System.err.println("round " + round + " of " + rounds);
            for (List<Case> group : groups) {
                for (Case one : group) {
                    if (!kotlin.isEmpty() && one == kotlin.get(1)) delete(work.resolve("cache"));
                    measureProcessor(one);
                }
            }
        }
        System.out.printf("%n| processor time of the whole process, medians of %d rounds | time | spread | |%n|---|---|---|---|%n", rounds);
        for (List<Case> group : groups) {
            String first = group.get(0).name;
            String against =
                    first.endsWith("none throttled") ? "none throttled" : first.endsWith("timing") ? "JFR method timing" : "without";
            for (Case one : group.subList(1, group.size())) {
                pair(group.get(0), one, 1, "ms");
                row(one.name + ", to " + against, "ratio", median(one.name) / median(first));
            }
        }
    }

    private static String folder(String name) {
        return work.resolve("programs").resolve(name).toString();
    }

    /** A program without and with the agent, if the JAR {@code jar} exists. */
    private static void group(List<List<Case>> groups, String name, String jar, String classPath, String... command) {
        if (!Files.exists(peers.resolve(jar + ".jar"))) return;
        List<String> plain = and(List.of("-cp", classPath), command);
        groups.add(List.of(new Case(name, plain, null),
                new Case(name + ", agent", and(List.of("-javaagent:" + agent), plain.toArray(new String[0])), null)));
    }

    /** Runs a case; its figure is the CPU time of the process in milliseconds, as measured by the shell. */
    private static void measureProcessor(Case one) throws IOException, InterruptedException {
        Path folder = work.resolve("run");
        Files.createDirectories(folder);
        List<String> command =
                new ArrayList<>(List.of("bash", "-c", "TIMEFORMAT='%U %S'; { time \"$@\" > output 2> errors; } 2> cpu", "bash"));
        command.add(java());
        command.addAll(FLAGS);
        command.addAll(one.command);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        builder.environment().put("TIMEMORY_OUTPUT_PATH", "results");
        builder.environment().put("XDG_CACHE_HOME", work.resolve("cache").toString());
        if (builder.start().waitFor() != 0)
            throw new IllegalStateException(one.name + " failed: " + Files.readString(folder.resolve("errors")));
        double milliseconds = 0;
        for (String seconds : Files.readString(folder.resolve("cpu")).strip().split(" ")) milliseconds += Double.parseDouble(seconds) * 1e3;
        FIGURES.computeIfAbsent(one.name, first -> new ArrayList<>()).add(milliseconds);
        System.err.printf(Locale.ROOT, "  %-45s %,10.0f ms of processor time%n", one.name, milliseconds);
    }

    /** Whether it takes so long that two rounds have to be enough. */
    private static boolean isSlow(Case one) {
        return one.name.startsWith("Kieker") || one.name.startsWith("OpenTelemetry");
    }

    private static List<Case> moo() {
        List<Case> cases = new ArrayList<>();
        String plain = classes.toString();
        cases.add(moo("plain", plain, List.of(), "plain", null));
        cases.add(moo("region by hand", classes + ":" + payload, List.of(), "hand", AgentBench::laps));
        String include = "=include=^moo.Monitored;min-size=0";
        cases.add(moo("timemory", plain, List.of("-javaagent:" + agent + include + ";throttle=false"), "plain", AgentBench::laps));
        cases.add(moo("timemory, time-stamp counter", plain, List.of("--enable-native-access=ALL-UNNAMED",
                "-javaagent:" + agent + include + ";throttle=false;set=wall_clock_source=tsc"), "plain", AgentBench::laps));
        cases.add(moo("timemory, throttled as by default", plain, List.of("-javaagent:" + agent + include), "plain", AgentBench::laps));
        cases.add(moo("timemory, switched off", plain, List.of("-javaagent:" + agent + include + ";set=enabled=false"), "plain", null));
        if (Runtime.version().feature() >= 25) {
            cases.add(moo("JFR method timing", plain,
                    List.of("-XX:StartFlightRecording:method-timing=moo.Monitored::monitored,filename=moo.jfr"), "plain",
                    AgentBench::timed));
        }
        Path otel = peers.resolve("opentelemetry-javaagent.jar");
        if (Files.exists(otel)) {
            List<String> flags = List.of("-javaagent:" + otel, "-Dotel.instrumentation.methods.include=moo.Monitored[monitored]",
                    "-Dotel.metrics.exporter=none", "-Dotel.logs.exporter=none", "-Dotel.traces.sampler=always_on");
            cases.add(moo("OpenTelemetry, without an exporter", plain,
                    and(flags, "-Dotel.traces.exporter=none", "-Dotel.javaagent.logging=none"), "plain", null));
            cases.add(moo("OpenTelemetry, exporting to the log", plain, and(flags, "-Dotel.traces.exporter=logging"), "plain",
                    folder -> lines(folder.resolve("errors"), "LoggingSpanExporter")));
        }
        Path kieker = peers.resolve("kieker.jar");
        // Kieker includes an AspectJ that does not read class files of Java 25: the newest one comes before it.
        Path aspectj = peers.resolve("aspectjweaver.jar");
        if (Files.exists(kieker) && Files.exists(aspectj)) {
            String withKieker = plain + ":" + aspectj + ":" + kieker;
            List<String> flags = List.of("-javaagent:" + aspectj, "-Dorg.aspectj.weaver.loadtime.configuration=META-INF/kieker.aop.xml",
                    "-Dkieker.monitoring.adaptiveMonitoring.enabled=false");
            String writer = "-Dkieker.monitoring.writer=kieker.monitoring.writer.";
            cases.add(moo("Kieker, writing nothing", withKieker, and(flags, writer + "dump.DumpWriter"), "plain", null));
            cases.add(moo("Kieker, writing binary files", withKieker, and(flags, writer + "filesystem.FileWriter",
                    "-Dkieker.monitoring.writer.filesystem.FileWriter.logStreamHandler=kieker.monitoring.writer.filesystem.BinaryLogStreamHandler",
                    "-Dkieker.monitoring.writer.filesystem.FileWriter.customStoragePath=."), "plain", AgentBench::binaryRecords));
        }
        return cases;
    }

    private static Case moo(String name, String classPath, List<String> flags, String variant, Function<Path, Long> kept) {
        List<String> command = new ArrayList<>(flags);
        command.addAll(List.of("-cp", classPath, "moo.Workload", variant, Integer.toString(calls), Integer.toString(DEPTH)));
        return new Case(name, command, kept);
    }

    private static List<Case> off() {
        String jar = work.resolve("methods.jar").toString();
        String rounds = "400";
        return List.of(
                new Case("10,000 methods", List.of("-cp", jar, "generated.Main", rounds), null),
                new Case("10,000 methods woven, switched off",
                        List.of("-javaagent:" + agent + "=min-size=0;set=enabled=false", "-cp", jar, "generated.Main", rounds), null));
    }

    private static List<Case> start() throws IOException {
        List<Case> cases = new ArrayList<>();
        start(cases, "hello", List.of("-cp", classes.toString(), "moo.Hello"));
        start(cases, "10,000 classes", List.of("-cp", work.resolve("large.jar").toString(), "generated.Main", "1"));
        kotlinCompiler(cases);
        return cases;
    }

    private static void kotlinCompiler(List<Case> cases) throws IOException {
        Path library = peers.resolve("kotlin-stdlib.jar");
        if (Files.exists(measured.resolve("kotlin-compiler-embeddable.jar")) && Files.exists(library)) {
            Path source = Files.writeString(work.resolve("Hello.kt"), "fun main() = println(listOf(1, 2, 3).map { it * 2 })");
            String compiler = Stream.of("compiler-embeddable", "daemon-embeddable", "script-runtime", "reflect")
                    .map(name -> measured.resolve("kotlin-" + name + ".jar").toString()).collect(Collectors.joining(":"));
            start(cases, "Kotlin compiler, one line",
                    List.of("-cp", compiler + ":" + library + ":" + peers.resolve("kotlinx-coroutines.jar"),
                            "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                            "-no-stdlib", "-no-reflect", "-cp", library.toString(), "-d", "compiled", source.toString()));
        }
    }

    /** A program without and with the agent. */
    private static void start(List<Case> cases, String name, List<String> command) {
        cases.add(new Case(name, command, null));
        cases.add(new Case(name + ", agent", and(List.of("-javaagent:" + agent), command.toArray(new String[0])), null));
    }

    private static List<String> and(List<String> flags, String... more) {
        return Stream.concat(flags.stream(), Arrays.stream(more)).toList();
    }

    private static void generate(String jar, int classCount, int methods, int loops, int every) throws Exception {
        if (Files.exists(work.resolve(jar))) return;
        Process process = new ProcessBuilder(java(), "-cp", classes + ":" + payload, "moo.Generate", work.resolve(jar).toString(),
                Integer.toString(classCount), Integer.toString(methods), Integer.toString(loops), Integer.toString(every)).inheritIO()
                .start();
        if (process.waitFor() != 0) throw new IllegalStateException("cannot generate " + jar);
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    /**
     * Runs a case; its figure is the value that {@code reading} finds in its output, or the milliseconds of the process if that is
     * negative.
     */
    private static void measure(Case one, Function<String, Double> reading) throws IOException, InterruptedException {
        Path folder = work.resolve("run");
        delete(folder);
        Files.createDirectories(folder);
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(FLAGS);
        command.addAll(one.command);
        ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile())
                .redirectOutput(folder.resolve("output").toFile()).redirectError(folder.resolve("errors").toFile());
        builder.environment().put("TIMEMORY_COUT_OUTPUT", "false");
        builder.environment().put("TIMEMORY_OUTPUT_PATH", "results");
        long begin = System.nanoTime();
        Process process = builder.start();
        if (!process.waitFor(4, TimeUnit.MINUTES)) process.destroyForcibly();
        double took = (System.nanoTime() - begin) / 1e6;
        String output = Files.readString(folder.resolve("output"));
        if (process.waitFor() != 0)
            throw new IllegalStateException(one.name + " failed: " + output + Files.readString(folder.resolve("errors")));
        double figure = reading.apply(output);
        FIGURES.computeIfAbsent(one.name, first -> new ArrayList<>()).add(figure < 0 ? took : figure);
        if (one.kept != null) KEPT.put(one.name, one.kept.apply(folder));
        System.err.printf(Locale.ROOT, "  %-40s %,14.1f%n", one.name, figure < 0 ? took : figure);
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) return;
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(java.util.Comparator.reverseOrder()).map(Path::toFile).forEach(java.io.File::delete);
        }
    }

    private static double printed(String output) {
        Matcher matcher = Pattern.compile("median ([0-9.]+)").matcher(output);
        if (!matcher.find()) throw new IllegalStateException("no median in: " + output);
        return Double.parseDouble(matcher.group(1));
    }

    /** Laps of the method in our results. */
    private static Long laps(Path folder) {
        return matches(folder.resolve("results/wall.txt"), "\\|_?(?:>>> )?[^|]*onitored[^|]* \\| +(\\d+) \\|");
    }

    /** Invocations that the Flight Recorder reports. */
    private static Long timed(Path folder) {
        try {
            Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jfr").toString(), "print", "--events",
                    "jdk.MethodTiming",
                    folder.resolve("moo.jfr").toString()).redirectErrorStream(true).start();
            String text = new String(process.getInputStream().readAllBytes());
            Matcher matcher = Pattern.compile("invocations = ([0-9,.]+)").matcher(text);
            long last = -1;
            while (matcher.find()) last = Long.parseLong(matcher.group(1).replaceAll("[,.]", ""));
            return last;
        } catch (IOException failure) {
            return -1L;
        }
    }

    private static Long lines(Path file, String mark) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(mark)).count();
        } catch (IOException failure) {
            return -1L;
        }
    }

    /** Sizes of Kieker's binary files by the length of an operation record: numbers of kind and time, and its ten fields. */
    private static Long binaryRecords(Path folder) {
        long record = 4 + 8 + 4 + 4 + 8 + 8 + 8 + 4 + 4 + 4;
        try (Stream<Path> files = Files.walk(folder)) {
            long bytes = 0;
            for (Path file : files.filter(file -> file.toString().endsWith(".bin")).toList()) bytes += Files.size(file);
            return bytes / record;
        } catch (IOException failure) {
            return -1L;
        }
    }

    private static Long matches(Path file, String expression) {
        try {
            Matcher matcher = Pattern.compile(expression).matcher(Files.readString(file));
            long sum = 0;
            while (matcher.find()) sum += Long.parseLong(matcher.group(1));
            return sum;
        } catch (IOException failure) {
            return -1L;
        }
    }

    private static void print(List<Case> moo, List<Case> off, List<Case> start) {
        System.out.printf("Medians of %d rounds, %s.%n", rounds, Runtime.version());
        if (!startOnly) printCalls(moo);
        System.out.printf("%n| | time | spread | |%n|---|---|---|---|%n");
        if (!startOnly) pair(off.get(0), off.get(1), 1e-6, "ms a round");
        for (int i = 0; i < start.size(); i += 2) {
            pair(start.get(i), start.get(i + 1), 1, "ms");
            row(start.get(i).name + " under the agent, above " + start.get(i).name, "milliseconds",
                    median(start.get(i + 1).name) - median(start.get(i).name));
        }
    }

    private static void printCalls(List<Case> moo) {
        double plain = median("plain");
        double byHand = median("region by hand") - plain;
        System.out.printf("%n| MooBench, %,d calls to a depth of %d | one call | a method | spread | beside by hand | calls kept "
                + "|%n|---|---|---|---|---|---|%n", calls, DEPTH);
        for (Case one : moo) {
            List<Double> figures = FIGURES.get(one.name);
            double method = (median(one.name) - plain) / DEPTH;
            Long kept = KEPT.get(one.name);
            if (one != moo.get(0)) {
                row("MooBench, a method: " + one.name + ", to a region by hand", "ratio", (median(one.name) - plain) / byHand);
            }
            System.out.printf(Locale.ROOT, "| %s | %,.0f ns | %,.1f ns | %,.1f to %,.1f | %.2fx | %s |%n", one.name, median(one.name),
                    method,
                    (least(figures) - plain) / DEPTH, (most(figures) - plain) / DEPTH, (median(one.name) - plain) / byHand,
                    kept == null ? "" : String.format(Locale.ROOT, "%,d of %,d", kept, (long) calls * DEPTH));
        }
    }

    private static void pair(Case plain, Case with, double factor, String unit) {
        for (Case one : List.of(plain, with)) {
            List<Double> figures = FIGURES.get(one.name);
            System.out.printf(Locale.ROOT, "| %s | %,.3f %s | %,.3f to %,.3f | %s |%n", one.name, median(one.name) * factor, unit,
                    least(figures) * factor,
                    most(figures) * factor,
                    one == plain ? "" : String.format(Locale.ROOT, "%.3fx, %.1f %s more", median(one.name) / median(plain.name),
                            (median(one.name) - median(plain.name)) * factor, unit));
        }
    }

    private static double median(String name) {
        List<Double> sorted = FIGURES.get(name).stream().sorted().toList();
        int middle = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(middle) : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
    }

    private static double least(List<Double> figures) {
        return figures.stream().mapToDouble(figure -> figure).min().orElseThrow();
    }

    private static double most(List<Double> figures) {
        return figures.stream().mapToDouble(figure -> figure).max().orElseThrow();
    }
}
