package bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** One benchmark, each run of which is a separate process. */
sealed interface Case {

    /** Runs it once; returns what it measured, by name. */
    Map<String, Double> run(Effort effort) throws IOException, InterruptedException;

    /** How long to measure, and how often. */
    record Effort(int rounds, int warmups, int iterations, int milliseconds) {
        static final Effort FULL = new Effort(5, 5, 5, 300);
        static final Effort QUICK = new Effort(2, 3, 2, 150);

        String describe() {
            return "Medians of " + rounds + " rounds, each of which runs every case once in a process of its own, those with a goal "
                    + "below 1.02x "
                    + Rounds.FINE_REPETITIONS + " times (JVM: " + warmups + " + " + iterations + " iterations of " + milliseconds
                    + " ms); ratios are taken within a round, spread is the least and the most.";
        }
    }

    /** The names that {@link #run} uses for the time and for the bytes that one operation allocates. */
    String TIME = "time";

    String BYTES = "bytes";

    /** The clock behind the wall clock: the kernel's clock, which the environment sets, unless a case says otherwise. */
    String CLOCK_PROPERTY = "timemory.wall_clock_source";

    String CLOCK_VARIABLE = "TIMEMORY_WALL_CLOCK_SOURCE";

    /** A method of a JMH benchmark, on the Java that runs this program; {@code classPath} goes before the benchmarks' own. */
    record Jmh(String method, List<String> jvm, String classPath) implements Case {

        @Override
        public Map<String, Double> run(Effort effort) throws IOException, InterruptedException {
            Path csv = Files.createTempFile("timemory-bench", ".csv");
            boolean interpreted = jvm.contains("-Xint");
            List<String> command = new ArrayList<>(List.of(Processes.java(), "-XX:+UseG1GC", "-Xmx2g"));
            command.addAll(List.of("-Dtimemory.cout_output=false", "-Dtimemory.file_output=false"));
            command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Djmh.ignoreLock=true"));
            command.addAll(jvm);
            command.addAll(List.of("-cp", classPath + System.getProperty("java.class.path"), "org.openjdk.jmh.Main"));
            command.addAll(List.of("benchmarks\\." + method.replace(".", "\\.") + "$", "-f", "0", "-prof", "gc"));
            command.addAll(List.of("-wi", String.valueOf(interpreted ? 1 : effort.warmups)));
            command.addAll(List.of("-i", String.valueOf(interpreted ? 1 : effort.iterations)));
            command.addAll(List.of("-w", effort.milliseconds + "ms", "-r", effort.milliseconds + "ms"));
            command.addAll(List.of("-rf", "csv", "-rff", csv.toString()));
            Processes.run(command, Map.of());
            Map<String, Double> results = read(csv);
            Files.delete(csv);
            return results;
        }

        /** Parses lines of {@code "benchmark:metric","mode",threads,samples,score,...}. */
        private Map<String, Double> read(Path csv) throws IOException {
            Map<String, Double> results = new HashMap<>();
            for (String line : Files.readAllLines(csv)) {
                String[] cells = line.replace("\"", "").split(",");
                if (cells[0].endsWith("." + method)) {
                    results.put(TIME, Double.parseDouble(cells[4]));
                } else if (cells[0].endsWith("gc.alloc.rate.norm")) {
                    results.put(BYTES, Double.parseDouble(cells[4]));
                }
            }
            if (!results.containsKey(TIME)) {
                throw new IOException(method + " gave no result");
            }
            return results;
        }
    }

    /** A Java program that prints lines of {@code name<tab>value}. */
    record Program(String mainClass, List<String> arguments) implements Case {

        @Override
        public Map<String, Double> run(Effort effort) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(List.of(Processes.java(), "-cp", System.getProperty("java.class.path"), mainClass));
            command.addAll(arguments);
            return Processes.values(command, Map.of());
        }
    }

    /** A native program that prints lines of {@code name<tab>value}; the value of {@code name} is its time. */
    record Native(Path program, String name, List<String> arguments, Map<String, String> environment) implements Case {

        @Override
        public Map<String, Double> run(Effort effort) throws IOException, InterruptedException {
            List<String> command = new ArrayList<>(List.of(program.toString()));
            command.addAll(arguments);
            Double value = Processes.values(command, environment).get(name);
            if (value == null) {
                throw new IOException(program + " gave no result for " + name);
            }
            return Map.of(TIME, value);
        }
    }

    /** Runs the benchmarks' processes. */
    final class Processes {

        private Processes() {}

        static String java() {
            return Path.of(System.getProperty("java.home"), "bin", "java").toString();
        }

        static Map<String, Double> values(List<String> command, Map<String, String> environment)
                throws IOException, InterruptedException {
            Map<String, Double> values = new HashMap<>();
            for (String line : run(command, environment).split("\n")) {
                String[] parts = line.split("\t");
                if (parts.length == 2) {
                    values.put(parts[0], Double.parseDouble(parts[1]));
                }
            }
            return values;
        }

        static String run(List<String> command, Map<String, String> environment) throws IOException, InterruptedException {
            ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
            builder.environment().keySet().removeIf(name -> name.startsWith("TIMEMORY_"));
            builder.environment().put(CLOCK_VARIABLE, "monotonic");
            builder.environment().putAll(environment);
            Path log = Files.createTempFile("timemory-bench", ".log");
            builder.redirectOutput(log.toFile());
            Process process = builder.start();
            if (!process.waitFor(5, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new IOException("still running after five minutes: " + String.join(" ", command));
            }
            String output = Files.readString(log);
            Files.delete(log);
            if (process.exitValue() != 0) {
                throw new IOException("exit status " + process.exitValue() + ": " + String.join(" ", command) + "\n" + output);
            }
            return output;
        }

        static double firstOf(Map<String, Double> values, String name) {
            Double value = values.get(name);
            if (value == null) {
                throw new UncheckedIOException(new IOException("no value " + name + " among " + values));
            }
            return value;
        }
    }
}
