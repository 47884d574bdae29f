package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs other programs. */
final class Processes {

    private Processes() {}

    /** Runs {@code command}, which is killed after an hour, so a build reports tests that hang instead of hanging itself. */
    static List<String> withinAnHour(List<String> command) {
        List<String> limited = new ArrayList<>(List.of("timeout", "--foreground", "-k", "5", "3600"));
        limited.addAll(command);
        return limited;
    }

    /**
     * Runs {@code command} to completion with all its output in {@code log}; returns its status. If interrupted, it ends the program too.
     */
    static int run(List<String> command, Path directory, Path log) throws IOException {
        return run(command, directory, Map.of(), log);
    }

    /** The same, with {@code environment} added to the variables of this process. */
    static int run(List<String> command, Path directory, Map<String, String> environment, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command.get(0), interrupted);
        }
    }
}
