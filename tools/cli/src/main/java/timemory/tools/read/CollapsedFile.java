package timemory.tools.read;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.Quantity;
import timemory.export.data.ResultsBuilder;

/** Collapsed stacks, {@code main;solve 1234}: samples of a profiler, or our own, whose numbers have no unit. */
final class CollapsedFile implements FileReader {

    private static final Pattern LINE = Pattern.compile("^[^\\n]*\\S \\d+\\r?$", Pattern.MULTILINE);

    /** A stack may be longer than the {@code begin} that is asked about: then it looks like one as far as it goes. */
    private static final Pattern BEGIN_OF_LINE =
            Pattern.compile("^[^\\s{\\[<;\\x00-\\x1f][^\\x00-\\x1f;]*;[^\\x00-\\x08\\x0a-\\x1f]{1000,}$");
    private static final int MAX_LINE_LENGTH = 50_000_000;

    @Override
    public boolean isOfKind(String begin) {
        int end = begin.indexOf('\n');
        if (end < 0 && BEGIN_OF_LINE.matcher(begin).matches()) {
            return true;
        }
        return LINE.matcher(end < 0 ? begin : begin.substring(0, end)).matches();
    }

    @Override
    public void read(InputStream content, ResultsBuilder results) throws IOException {
        ExclusiveTree tree = new ExclusiveTree(Profiles.graph(results, "samples", Quantity.COUNT));
        BufferedReader lines = new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8));
        int number = 0;
        for (String line = nextLine(lines); line != null; line = nextLine(lines)) {
            number++;
            if (line.isBlank()) {
                continue;
            }
            int space = line.lastIndexOf(' ');
            double value;
            try {
                value = Double.parseDouble(line.substring(space + 1));
            } catch (NumberFormatException ignored) {
                throw new IOException("line " + number + " does not end with a number: it is not a stack, or truncated");
            }
            if (space <= 0) {
                throw new IOException("line " + number + " has no stack");
            }
            tree.add(tree.node(List.of(line.substring(0, space).split(";", -1))), value);
        }
        tree.finish();
    }

    /** The next line without its end; {@code null} at the end. */
    private static @Nullable String nextLine(BufferedReader text) throws IOException {
        StringBuilder line = new StringBuilder();
        int c = text.read();
        if (c < 0) {
            return null;
        }
        for (; c >= 0 && c != '\n'; c = text.read()) {
            line.append((char) c);
            if (line.length() > MAX_LINE_LENGTH) {
                throw new IOException("has a line of more than " + MAX_LINE_LENGTH + " characters");
            }
        }
        int end = line.length() - 1;
        return end >= 0 && line.charAt(end) == '\r' ? line.substring(0, end) : line.toString();
    }
}
