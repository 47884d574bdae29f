package timemory.tools.run;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import timemory.spi.TemporaryFolder;
import timemory.tools.io.Terminal;
import timemory.tools.read.RunListing;

/**
 * Measures the functions of a native program that runs, by {@code timemory-attach}, which loads {@code libtimemory-run.so} into it and changes
 * its functions for a while.
 */
final class NativeAttaching {
    private static final int REFUSED = 2;
    private static final long PATIENCE_SECONDS = 120;

    private NativeAttaching() {}

    /** Whether a process is known not to be a Java program. */
    static boolean isNative(long pid) {
        try (Stream<String> maps = Files.lines(Path.of("/proc", Long.toString(pid), "maps"), StandardCharsets.ISO_8859_1)) {
            List<String> files = maps.filter(line -> line.indexOf('/') >= 0).toList();
            return !files.isEmpty() && files.stream().noneMatch(line -> line.endsWith("/libjvm.so"));
        } catch (IOException | RuntimeException ignored) {
            return false;
        }
    }

    /**
     * Measures process {@code pid} for the duration that {@code given} names, as long as it runs, or until Ctrl-C.
     *
     * @param libraries the folder of timemory's libraries
     * @param options for the library, {@code NAME=VALUE}
     * @param results the folder that the process writes to
     * @return 0 where its results were written
     * @throws IllegalArgumentException where it cannot be measured, with the reason
     */
    static int run(RunArguments given, long pid, Path libraries, List<String> options, Path results)
            throws IOException, InterruptedException {
        Duration duration = given.duration();
        PrintWriter messages = given.messages();
        List<String> command = new ArrayList<>(List.of(file(libraries, "timemory-attach"), Long.toString(pid),
                file(libraries, "libtimemory-run.so"), duration == null ? "0" : Long.toString(duration.toMillis())));
        command.addAll(options);
        long begin = System.currentTimeMillis();
        Path said = TemporaryFolder.newFile("timemory-attach", ".txt");
        try {
            Process process = new ProcessBuilder(command).redirectError(said.toFile()).start();
            // It gets Ctrl-C too, takes the program's changes back, and has the results written.
            Thread end = new Thread(() -> await(process));
            Runtime.getRuntime().addShutdownHook(end);
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                    if (!given.isQuiet()) say(messages, pid, duration, line);
                }
            }
            int status = process.waitFor();
            Runtime.getRuntime().removeShutdownHook(end);
            String text = Files.readString(said).strip();
            if (status == REFUSED) throw new IllegalArgumentException(Terminal.visible(text));
            text.lines().forEach(line -> messages.println("timemory run: " + Terminal.visible(line)));
            return outcome(status, pid, results, begin, given);
        } finally {
            Files.deleteIfExists(said);
        }
    }

    private static String file(Path libraries, String name) {
        Path file = libraries.resolve(name).toAbsolutePath().normalize();
        if (!Files.isRegularFile(file))
            throw new IllegalArgumentException("there is no " + file + ", which measures running native programs (run mvn package)");
        return file.toString();
    }

    private static void await(Process process) {
        process.destroy();
        try {
            process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void say(PrintWriter messages, long pid, @Nullable Duration duration, String line) {
        if (line.startsWith("measuring "))
            messages.printf("timemory: measuring process %d %s: %s%n", pid, Attaching.text(duration),
                    Terminal.visible(line.substring("measuring ".length())));
        messages.flush();
    }

    private static int outcome(int status, long pid, Path results, long begin, RunArguments given) throws IOException {
        PrintWriter messages = given.messages();
        boolean isWritten = Files.isDirectory(results) && RunListing.of(results).stream().anyMatch(run -> run.time() >= begin);
        if (status == 0 && isWritten) {
            if (!given.isQuiet()) messages.printf("timemory: the call graph is in %s%n", results);
        } else if (status == 0) {
            messages.printf(
                    "timemory run: process %d wrote no results to %s: none of these functions was called, it may not write there, or "
                            + "it was killed%n",
                    pid, results);
        }
        messages.flush();
        return status == 0 && isWritten ? 0 : 1;
    }
}
