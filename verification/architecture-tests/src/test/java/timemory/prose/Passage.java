package timemory.prose;

import java.util.List;

/**
 * One comment, message or page of a file, in one line.
 *
 * @param starts offsets in {@code text} at which lines of the file start, the first of them {@code line}
 */
record Passage(String file, int line, String text, List<Integer> starts) {

    /** Returns the line of the file that {@code offset} of the text is in. */
    int lineAt(int offset) {
        int line = this.line;
        for (int start : starts) {
            if (start > offset) break;
            line++;
        }
        return line;
    }
}
