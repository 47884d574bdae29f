package timemory.tools.roofline;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import timemory.tools.io.Terminal;
import timemory.tools.io.VisibleOutput;

/**
 * What the toolkit is measuring: a bar on a terminal, and a line for each kernel elsewhere.
 *
 * <p>May be called by any thread.
 */
final class ErtProgress implements AutoCloseable {

    private static final Pattern PART = Pattern.compile("(\\d{1,3}) %: (.*)");
    private static final int BAR = 30;

    private final PrintWriter out;
    private final boolean isTerminal;
    private final int columns;
    private boolean isShown;

    ErtProgress(PrintWriter out, boolean isTerminal, int columns) {
        this.out = out;
        this.isTerminal = isTerminal;
        this.columns = columns;
    }

    static ErtProgress on(PrintWriter errors) {
        return new ErtProgress(VisibleOutput.raw(errors), Terminal.isErrorOutput(), Terminal.width());
    }

    /** {@code said}: what comes next, with how much is done where that is known. */
    synchronized void tell(String said) {
        String text = Terminal.visible(said);
        Matcher part = PART.matcher(text);
        if (!isTerminal || !part.matches()) {
            clear();
            out.println("timemory: " + text);
        } else {
            int percent = Math.min(100, Integer.parseInt(part.group(1)));
            int full = percent * BAR / 100;
            String line = String.format(Locale.ROOT, "[%s%s] %3d %%  %s", "#".repeat(full), " ".repeat(BAR - full), percent, part.group(2));
            out.print("\r\u001B[K" + line.substring(0, Math.min(line.length(), Math.max(1, columns - 1))));
            isShown = true;
        }
        out.flush();
    }

    private void clear() {
        if (isShown) {
            out.print("\r\u001B[K");
            isShown = false;
        }
    }

    /** Takes the bar away. */
    @Override
    public synchronized void close() {
        clear();
        out.flush();
    }
}
