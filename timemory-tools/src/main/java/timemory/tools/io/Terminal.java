package timemory.tools.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The terminal that output goes to. */
public final class Terminal {

    private static final int USUAL = 120;

    private Terminal() {}

    /** Whether the standard error stream leads to one. */
    public static boolean isErrorOutput() {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    /** How many columns it has, as bin/timemory or the shell say. */
    public static int width() {
        String columns = System.getenv("COLUMNS");
        try {
            return columns == null ? USUAL : Math.max(40, Integer.parseInt(columns.trim()));
        } catch (NumberFormatException notANumber) {
            return USUAL;
        }
    }
}
