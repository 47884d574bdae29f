package timemory.tools.io;

import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.List;

/**
 * Output of the commands. Terminal control characters are escaped, because names of regions, files and processes are untrusted.
 */
public final class VisibleOutput extends PrintWriter {
    private final PrintWriter raw;

    private VisibleOutput(PrintWriter raw) {
        super(new Escaping(raw), true);
        this.raw = raw;
    }

    /** Returns a writer to {@code out} that escapes terminal control characters, except the colours of our own tables. */
    public static PrintWriter on(PrintWriter out) {
        return out instanceof VisibleOutput ? out : new VisibleOutput(out);
    }

    /** Where {@code out} leads to, for what moves the cursor or has colours of our own. */
    public static PrintWriter raw(PrintWriter out) {
        return out instanceof VisibleOutput visible ? visible.raw : out;
    }

    private static final class Escaping extends FilterWriter {
        /** Those of {@link timemory.output.Screen}: bold, red, and neither. */
        private static final List<String> COLOURS = List.of("\u001B[1m", "\u001B[31m", "\u001B[0m");

        /** The first half of a character that is written in two parts; 0 where there is none. */
        private char half;

        Escaping(Writer out) {
            super(out);
        }

        @Override
        public void write(int c) throws IOException {
            write(new char[] {(char) c}, 0, 1);
        }

        @Override
        public void write(char[] text, int offset, int length) throws IOException {
            write(new String(text, offset, length), 0, length);
        }

        @Override
        public void write(String text, int offset, int length) throws IOException {
            String whole = text.substring(offset, offset + length);
            if (half != 0) whole = half + whole;
            half = 0;
            int end = whole.length();
            if (end > 0 && Character.isHighSurrogate(whole.charAt(end - 1))) half = whole.charAt(--end);
            int begin = 0;
            for (int i = 0; i < end; i++) {
                int kept = kept(whole, i);
                if (kept == 0) continue;
                out.write(Terminal.visible(whole.substring(begin, i)));
                out.write(whole, i, kept);
                begin = i + kept;
                i = begin - 1;
            }
            out.write(Terminal.visible(whole.substring(begin, end)));
        }

        /** Returns how many characters from {@code i} on need no escaping. */
        private static int kept(String text, int i) {
            char c = text.charAt(i);
            if (c == '\n' || c == '\t') return 1;
            if (c != '\u001B') return 0;
            for (String colour : COLOURS) if (text.startsWith(colour, i)) return colour.length();
            return 0;
        }
    }
}
