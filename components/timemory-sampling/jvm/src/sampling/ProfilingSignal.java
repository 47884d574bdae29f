package timemory.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The signal SIGPROF, which only one profiler per process can use. */
final class ProfilingSignal {
    private static final int NUMBER = 27;
    private static final String CAUGHT = "SigCgt:";

    private ProfilingSignal() {}

    /**
     * Returns whether this process has a handler for it, according to the kernel ({@code SigCgt} in {@code /proc/self/status}, see
     * proc(5)).
     */
    static boolean isTaken() {
        try {
            for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
                if (line.startsWith(CAUGHT)) {
                    return (Long.parseUnsignedLong(line.substring(CAUGHT.length()).trim(), 16) >>> (NUMBER - 1) & 1) != 0;
                }
            }
            return false;
        } catch (IOException | NumberFormatException ignored) {
            return false;
        }
    }
}
