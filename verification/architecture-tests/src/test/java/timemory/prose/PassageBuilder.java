package timemory.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Joins the lines of a comment or a text to a {@link Passage}. */
final class PassageBuilder {

    /** Text quoted as code is not prose. */
    private static final Pattern CODE = Pattern.compile("``[^`]*``|`[^`]*`|\\{@(?:code|link|value|snippet|literal)[^}]*}|https?://\\S+");

    private final String file;
    private final StringBuilder text = new StringBuilder();
    private final List<Integer> starts = new ArrayList<>();
    private int first;
    private int last;

    PassageBuilder(String file) {
        this.file = file;
    }

    void add(int line, String part) {
        if (text.isEmpty()) {
            first = line;
        } else {
            for (; last < line; last++) {
                starts.add(text.length() + 1);
            }
            text.append(' ');
        }
        last = line;
        text.append(part);
    }

    /** Adds {@code part} without a space before it, as two string literals with a plus between them. */
    void join(int line, String part) {
        if (text.isEmpty()) {
            add(line, part);
            return;
        }
        for (; last < line; last++) {
            starts.add(text.length());
        }
        text.append(part);
    }

    boolean isEmpty() {
        return text.isEmpty();
    }

    /** Adds what was collected to {@code passages} and starts again. */
    void moveTo(List<Passage> passages) {
        if (!text.isEmpty()) {
            passages.add(new Passage(file, first, withoutCode(text.toString()), List.copyOf(starts)));
        }
        text.setLength(0);
        starts.clear();
    }

    private static String withoutCode(String text) {
        boolean hasCode = text.indexOf('`') >= 0 || text.contains("{@") || text.contains("://");
        return hasCode ? CODE.matcher(text).replaceAll(code -> "_".repeat(code.end() - code.start())) : text;
    }
}
