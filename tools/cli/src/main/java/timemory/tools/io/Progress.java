package timemory.tools.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.Locale;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far a step has come, as a bar on the standard error stream: only on a terminal, and only from the second on that the step takes.
 *
 * <p>To be used by one thread.
 */
public final class Progress implements AutoCloseable {

    private static final long PATIENCE = 1_000_000_000L;
    private static final long PAUSE = 100_000_000L;
    private static final int BAR = 30;

    private final String what;
    private final long whole;
    private final @Nullable PrintStream terminal;
    private final LongSupplier clock;
    private long shown;
    private boolean isShown;

    /** @param whole how much there is to do, in any unit; 0 where that is not known */
    public Progress(String what, long whole) {
        this(what, whole, Terminal.isErrorOutput() ? System.err : null, System::nanoTime);
    }

    /** @param clock gives the time in nanoseconds */
    Progress(String what, long whole, @Nullable PrintStream terminal, LongSupplier clock) {
        this.what = Terminal.visible(what);
        this.whole = whole;
        this.terminal = terminal;
        this.clock = clock;
        shown = clock.getAsLong() + PATIENCE - PAUSE;
    }

    /** So much is done. */
    public void reached(long done) {
        if (terminal == null) {
            return;
        }
        long now = clock.getAsLong();
        if (now - shown >= PAUSE) {
            shown = now;
            show(terminal, done);
        }
    }

    private void show(PrintStream terminal, long done) {
        isShown = true;
        if (whole <= 0) {
            terminal.printf(Locale.ROOT, "\r%s ...", what);
        } else {
            double part = Math.min(1.0, (double) done / whole);
            int full = (int) (part * BAR);
            terminal.printf(Locale.ROOT, "\r%s [%s%s] %3.0f %%", what, "#".repeat(full), " ".repeat(BAR - full), 100 * part);
        }
        terminal.flush();
    }

    /** Takes the bar away. */
    @Override
    public void close() {
        if (terminal != null && isShown) {
            terminal.print("\r\u001B[K");
            terminal.flush();
        }
    }

    /** {@code content}, of which each part read is progress. */
    public InputStream watched(InputStream content) {
        return new FilterInputStream(content) {
            private long read;

            @Override
            public int read() throws IOException {
                int one = super.read();
                reached(one < 0 ? read : ++read);
                return one;
            }

            @Override
            public int read(byte[] into, int offset, int length) throws IOException {
                int count = super.read(into, offset, length);
                read += Math.max(0, count);
                reached(read);
                return count;
            }
        };
    }
}
