package timemory.agent.weave;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maps lines of code that Kotlin's compiler inlined from elsewhere to lines of the own file. Such code has line numbers after the end of
 * the file; the stratum {@code KotlinDebug} in the class file's source map (JSR-45) contains the line that called the inlined function.
 */
final class InlinedLines {
    /** {@code count} lines from {@code made} on represent {@code line}. */
    private record Range(int made, int count, int line) {}

    private static final InlinedLines NONE = new InlinedLines();

    private final List<Range> ranges = new ArrayList<>(0);

    /** Parses the source map of a class file, {@code null} if it has none; parts that are not understood map nothing. */
    static InlinedLines of(@Nullable String sourceMap) {
        if (sourceMap == null) return NONE;
        int begin = sourceMap.indexOf("*S KotlinDebug\n");
        if (begin < 0) return NONE;
        InlinedLines lines = new InlinedLines();
        boolean inLines = false;
        for (String text : sourceMap.substring(begin).split("\n")) {
            if (text.equals("*L")) inLines = true;
            else if (text.startsWith("*E")) break;
            else if (inLines) lines.add(text);
        }
        return lines;
    }

    /** Parses {@code InputStart#File,Repeat:OutputStart,Increment}, in which parts equal to 1 are omitted. */
    private void add(String text) {
        try {
            int colon = text.indexOf(':');
            String[] input = text.substring(0, colon).split(",");
            String[] output = text.substring(colon + 1).split(",");
            int first = Integer.parseInt(input[0].split("#")[0]);
            int repeat = input.length > 1 ? Integer.parseInt(input[1]) : 1;
            int made = Integer.parseInt(output[0]);
            int increment = output.length > 1 ? Integer.parseInt(output[1]) : 1;
            for (int i = 0; i < Math.min(repeat, 0xFFFF); i++) ranges.add(new Range(made + i * increment, increment, first + i));
        } catch (RuntimeException ignored) {
            // the lines are unchanged
        }
    }

    /** Returns the line that {@code line} of the class file represents. */
    int lineOf(int line) {
        for (Range range : ranges) if (line >= range.made && line < range.made + range.count) return range.line;
        return line;
    }
}
