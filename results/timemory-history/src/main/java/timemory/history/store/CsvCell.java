package timemory.history.store;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import timemory.export.internal.CsvResultsKt;
import timemory.tools.io.Terminal;

/** A value of the file in a line of comma-separated values: no formula for a spreadsheet, and nothing that a terminal would obey. */
public final class CsvCell {
    private static final Pattern NUMBER =
            Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?|[+-]?(inf|nan)", Pattern.CASE_INSENSITIVE);

    private CsvCell() {}

    /** {@code text} as a cell, an empty one for {@code null}. */
    public static String of(@Nullable String text) {
        if (text == null) return "";
        return NUMBER.matcher(text).matches() ? text : CsvResultsKt.csv(Terminal.visible(text));
    }
}
