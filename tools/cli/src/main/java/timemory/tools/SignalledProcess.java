package timemory.tools;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A process without a JVM that was started with {@code TIMEMORY_LIVE_SIGNAL}: that signal has it open its socket, and close it when it comes
 * again. The signal would end a process that does not handle it, so the kernel is asked first whether it does.
 */
final class SignalledProcess {

    private static final String SETTING = "TIMEMORY_LIVE_SIGNAL";
    private static final Pattern SIGNAL = Pattern.compile("(?:SIG)?(USR[12])", Pattern.CASE_INSENSITIVE);
    private static final Pattern HANDLED = Pattern.compile("(?m)^SigCgt:\\s*([0-9a-fA-F]+)$");

    /** As Linux numbers them on the processors that timemory runs on. */
    private static final Map<String, Integer> NUMBERS = Map.of("USR1", 10, "USR2", 12);
    private static final long PATIENCE = TimeUnit.SECONDS.toNanos(10);

    private final long number;

    /** Identifies the process by its start as well: another one may get its number. */
    private final ProcessHandle handle;
    private final String signal;
    private final LiveFolders folders;

    SignalledProcess(ProcessHandle handle, String signal, LiveFolders folders) {
        this.number = handle.pid();
        this.handle = handle;
        this.signal = signal;
        this.folders = folders;
    }

    /** That with {@code number}; {@code null} where it is none, or nothing can be known of it. */
    static @Nullable SignalledProcess of(long number, LiveFolders folders) {
        ProcessHandle handle = ProcessHandle.of(number).orElse(null);
        if (handle == null) return null;
        Path about = Path.of("/proc", Long.toString(number));
        try {
            if (Files.readString(about.resolve("maps"), StandardCharsets.ISO_8859_1).contains("libjvm.so")) return null;
        } catch (IOException ignored) {
            return null;
        }
        Matcher signal = SIGNAL.matcher(LiveFolders.environmentOf(about).getOrDefault(SETTING, ""));
        return signal.matches() ? new SignalledProcess(handle, signal.group(1).toUpperCase(Locale.ROOT), folders) : null;
    }

    /**
     * Has it open its socket, or close it: returns where it is, {@code null} once it is closed.
     *
     * @throws IOException with a sentence that says why it does not
     */
    @Nullable
    String switchLive(boolean open) throws IOException, InterruptedException {
        String socket = socket();
        if (open == (socket != null)) return socket;
        if (!handlesSignal()) {
            throw new IOException(
                    "process " + number + " does not handle SIG" + signal + ", which would end it: it has not started measuring, or "
                            + "uses the signal itself");
        }
        // Last: what was read before is about this process as well.
        requireAlive();
        int status = new ProcessBuilder("sh", "-c", "kill -s " + signal + " " + number).inheritIO().start().waitFor();
        if (status != 0) throw new IOException("process " + number + " cannot be sent SIG" + signal);
        long deadline = System.nanoTime() + PATIENCE;
        while (System.nanoTime() - deadline < 0) {
            requireAlive();
            socket = socket();
            if (open == (socket != null)) return socket;
            Thread.sleep(20);
        }
        throw new IOException("process " + number + " was sent SIG" + signal + ", and has not " + (open ? "opened" : "closed")
                + " its socket: see its stderr for the reason");
    }

    private void requireAlive() throws IOException {
        if (!handle.isAlive()) throw new IOException("process " + number + " has ended");
    }

    private boolean handlesSignal() throws IOException {
        Matcher handled = HANDLED.matcher(Files.readString(Path.of("/proc", Long.toString(number), "status")));
        // The pattern of signals allows those that have numbers.
        return handled.find()
                && (Long.parseUnsignedLong(handled.group(1), 16) >>> (Objects.requireNonNull(NUMBERS.get(signal)) - 1) & 1) == 1;
    }

    private @Nullable String socket() throws IOException {
        List<LiveSocketFile> sockets = folders.of(number);
        return sockets.isEmpty() ? null : sockets.get(0).path().toString();
    }
}
