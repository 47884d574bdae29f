package timemory.tools.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code timemory run} that choose how the program is measured: its mode. */
final class WayOptions {
    @Option(names = {"-p", "--pid"}, paramLabel = "PID", description = "Measure the running program with this process ID, Java or native.")
    @Nullable
    Long pid;

    @Option(names = "--duration", paramLabel = "TIME", description = "Duration of measuring a running program: 500ms, 30s, 5m, 1h "
            + "(default: until it ends, or Ctrl-C).")
    @Nullable
    String duration;

    @Option(names = {"-o", "--output"}, paramLabel = "JAR|DIR", description = "Rewrite the JAR or folder given as the argument into "
            + "this one.")
    @Nullable
    Path output;

    @Option(names = "--preload", split = ",", paramLabel = "TOOLS", description = {
        "Start a native program with these timemory tools: functions, instrument, mallocp, mpip, ncclp, ompt, openacc, kokkos. Of "
                + "the other options, -d, -M, --max-depth, --set, --output-path, --tables and -q apply, and with functions those that "
                + "choose them."})
    List<String> preload = new ArrayList<>();

    @Option(names = "--learn", paramLabel = "FILE", description = {
        "Wait for the program, and write which of its functions are worth measuring to FILE, as `timemory learn` does, for --learned. In "
                + "a Java program all functions are measured, unless others are chosen."})
    @Nullable
    Path learn;

    @Option(names = "--spark-submit", description = {
        "Print the command that runs an application on Spark with timemory's plugin, and with the agent in the driver and in all "
                + "executors, and do not run it. Without patterns, the functions of the application's JAR are measured."})
    boolean sparkSubmit;

    @Option(names = "--spark-jars", paramLabel = "DIR", description = "Folder of timemory's JARs on the machines of a Spark cluster "
            + "(default: as on this one).")
    @Nullable
    String sparkJars;
}
