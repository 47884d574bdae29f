package timemory.history.store;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.export.internal.CsvResultsKt;
import timemory.tools.io.Terminal;

/** Formats a value as a CSV cell that a spreadsheet does not treat as a formula and that has no terminal control characters. */
public final class CsvCell {
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(inf|nan)", Pattern.CASE_INSENSITIVE);

    private CsvCell() {}

    /** Returns {@code text} as a cell; an empty one for {@code null}. */
    public static String of(@Nullable String text) {
        if (text == null) return "";
        return NUMBER.matcher(text).matches() ? text : CsvResultsKt.csv(Terminal.visible(text));
    }
}
