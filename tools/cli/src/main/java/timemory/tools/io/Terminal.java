package timemory.tools.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import timemory.internal.platform.SystemEnvironment;
import timemory.internal.text.LabelTextKt;

/** The terminal that output goes to. */
public final class Terminal {

    private static final int USUAL = 120;
    private static final int USUAL_HEIGHT = 30;

    private Terminal() {}

    /** Whether the standard error stream leads to one. */
    public static boolean isErrorOutput() {
        return isTerminal(2);
    }

    /** Whether the standard output stream leads to one. */
    public static boolean isOutput() {
        return isTerminal(1);
    }

    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd", Integer.toString(descriptor))).toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | RuntimeException ignored) {
            return false;
        }
    }

    /** How many columns it has, as bin/timemory or the shell say. */
    public static int width() {
        return number("COLUMNS", 40, USUAL);
    }

    /** How many lines it has, as bin/timemory or the shell say. */
    public static int height() {
        return number("LINES", 10, USUAL_HEIGHT);
    }

    private static int number(String variable, int least, int usual) {
        String number = SystemEnvironment.variable(variable);
        try {
            return number == null ? usual : Math.max(least, Integer.parseInt(number.trim()));
        } catch (NumberFormatException unused) {
            return usual;
        }
    }

    /** As all outputs show a label: without what would move the cursor or turn the direction of the text. Nothing stays nothing. */
    public static String visible(String label) {
        return label.isEmpty() ? "" : LabelTextKt.visible(label);
    }
}
