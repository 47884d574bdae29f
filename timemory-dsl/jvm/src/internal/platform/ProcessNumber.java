package timemory.internal.platform;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The ID of this process, from {@code /proc/self/status}: {@link ProcessHandle} creates a thread pool and loads classes for it, which is
 * noticeable in a program that has just started.
 */
final class ProcessNumber {

    static final long OWN = own();

    /** More than the fields before the one that is read here. */
    private static final int ENOUGH_BYTES = 4096;

    private ProcessNumber() {}

    private static long own() {
        long known = fromStatus();
        return known > 0L ? known : ProcessHandle.current().pid();
    }

    /**
     * The last number of the line {@code NSpid}: the result of {@code getpid}, even if {@code /proc} is that of an outer namespace ({@code
     * proc_pid_status(5)}). -1 if there is no such line.
     */
    private static long fromStatus() {
        try (FileInputStream status = new FileInputStream("/proc/self/status")) {
            String text = new String(status.readNBytes(ENOUGH_BYTES), StandardCharsets.ISO_8859_1);
            int line = text.indexOf("\nNSpid:");
            int end = line < 0 ? -1 : text.indexOf('\n', line + 1);
            return end < 0 ? -1L : Long.parseLong(text.substring(text.lastIndexOf('\t', end) + 1, end));
        } catch (IOException | RuntimeException ignored) {
            return -1L; // ProcessHandle knows
        }
    }
}
