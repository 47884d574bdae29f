package bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import timemory.export.data.RunConversion;
import timemory.export.data.RunData;
import timemory.export.data.SavedResults;
import timemory.export.ExportFormats;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;

/**
 * Writing results with our writer compared with kotlinx.serialization, and reading both back: the first time, which is all that a short
 * program does, the median of later times, and the memory each allocates. The last column is the bytes of the file, or graphs.
 */
public final class Serialization {

    private static final int ROUNDS = 30;

    private Serialization() {}

    private interface Step {
        long run() throws IOException;
    }

    /** Arguments: how many nodes, an output directory, and which of {@code ours} and {@code kotlinx} comes first. */
    public static void main(String[] arguments) throws IOException {
        int size = Integer.parseInt(arguments[0]);
        Path directory = Files.createDirectories(Path.of(arguments[1]));
        Results results = Formats.results(size);
        Settings settings = Settings.load(new SettingsBuilder());
        Path data = directory.resolve("run.json");
        List<Runnable> writers = new ArrayList<>(List.of(
                () -> report("write, ours (flat)",
                        () -> Files.size(Path.of(ExportFormats.JSON.write(results, settings, directory.toString()).get(0)))),
                () -> report("write, kotlinx",
                        () -> Files.size(Files.writeString(data, RunConversion.toData(results, List.of(), null).toJson())))));
        if (arguments.length > 2 && arguments[2].equals("kotlinx")) {
            writers.add(writers.remove(0));
        }
        System.out.println("| what | first | median | allocated | result |\n|---|---|---|---|---|");
        writers.forEach(Runnable::run);
        Path flat = directory.resolve("wall.json");
        report("read, flat", () -> SavedResults.read(flat.toString()).getGraphs().size());
        report("read, kotlinx", () -> RunConversion.toResults(RunData.fromJson(Files.readString(data))).getGraphs().size());
    }

    private static void report(String what, Step step) {
        double[] milliseconds = new double[ROUNDS];
        long bytes = 0;
        var memory = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = memory.getCurrentThreadAllocatedBytes();
        try {
            for (int i = 0; i < ROUNDS; i++) {
                long begin = System.nanoTime();
                bytes = step.run();
                milliseconds[i] = (System.nanoTime() - begin) / 1e6;
            }
        } catch (IOException failure) {
            throw new java.io.UncheckedIOException(failure);
        }
        allocated = (memory.getCurrentThreadAllocatedBytes() - allocated) / ROUNDS;
        double first = milliseconds[0];
        Arrays.sort(milliseconds);
        System.out.printf("| %s | %.0f ms | %.1f ms | %.0f MB | %d |%n", what, first, milliseconds[ROUNDS / 2], allocated / 1e6, bytes);
    }
}
