package dev.timemory.konan;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Runs other programs. */
final class Processes {

    private Processes() {}

    /** Runs {@code command} to its end with all that it prints in {@code log}; its status. Interrupted, it ends the program too. */
    static int run(List<String> command, Path directory, Path log) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectOutput(log.toFile())
                .start();
        try {
            return process.waitFor();
        } catch (InterruptedException interrupted) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while running " + command.get(0), interrupted);
        }
    }
}
