package timemory.prose;

import java.util.ArrayList;
import java.util.List;

/** Reads the comments and string literals of Kotlin, Java, C, C++ and Python. */
final class SourceText {

    private final String file;
    private final String text;
    private final boolean isPython;
    private final boolean takesStrings;
    private final List<Passage> passages = new ArrayList<>();
    private final PassageBuilder comment;
    private final PassageBuilder string;
    private int at;
    private int line = 1;

    private SourceText(String file, String text, boolean takesStrings) {
        this.file = file;
        this.text = text;
        this.takesStrings = takesStrings;
        isPython = file.endsWith(".py");
        comment = new PassageBuilder(file);
        string = new PassageBuilder(file);
    }

    /**
     * @param takesStrings whether string literals are read as well: those of tests are rarely prose
     */
    static List<Passage> read(String file, String text, boolean takesStrings) {
        SourceText source = new SourceText(file, text, takesStrings);
        source.scan();
        return source.passages;
    }

    private void scan() {
        while (at < text.length()) {
            char next = text.charAt(at);
            if (isPython ? next == '#' : text.startsWith("//", at)) {
                lineComment();
            } else if (!isPython && text.startsWith("/*", at)) {
                blockComment();
            } else if (next == '"' || isPython && next == '\'') {
                literal(next);
            } else if (next == '\'') {
                character();
            } else {
                code(next);
            }
        }
        comment.moveTo(passages);
        string.moveTo(passages);
    }

    private void code(char next) {
        if (next == '\n') {
            line++;
        } else if (!Character.isWhitespace(next)) {
            comment.moveTo(passages);
            if (next != '+') string.moveTo(passages);
        }
        at++;
    }

    private void lineComment() {
        int start = at + (isPython ? 1 : 2);
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
        String words = text.substring(Math.min(start, at), at).strip();
        if (words.isEmpty()) {
            comment.moveTo(passages);
        } else {
            comment.add(line, words);
        }
    }

    private void blockComment() {
        comment.moveTo(passages);
        int end = text.indexOf("*/", at + 2);
        if (end < 0) end = text.length();
        addLines(comment, text.substring(at + 2, end), "*!<");
        comment.moveTo(passages);
        at = Math.min(end + 2, text.length());
    }

    /** Adds the lines of {@code block}, without those of the characters {@code marks} that they start with; blank ones end a passage. */
    private void addLines(PassageBuilder into, String block, String marks) {
        boolean isFirst = true;
        for (String one : block.split("\n", -1)) {
            if (!isFirst) line++;
            isFirst = false;
            String words = one.strip();
            while (!words.isEmpty() && marks.indexOf(words.charAt(0)) >= 0) {
                words = words.substring(1).strip();
            }
            if (words.isEmpty() || words.startsWith("@") || words.startsWith("- ")) into.moveTo(passages);
            if (!words.isEmpty()) into.add(line, words);
        }
    }

    private void literal(char quote) {
        String triple = String.valueOf(quote).repeat(3);
        if (text.startsWith(triple, at)) {
            int end = text.indexOf(triple, at + 3);
            if (end < 0) end = text.length();
            string.moveTo(passages);
            String block = text.substring(at + 3, end);
            if (takesStrings) {
                addLines(string, block, "|");
            } else {
                line += (int) block.chars().filter(one -> one == '\n').count();
            }
            string.moveTo(passages);
            at = Math.min(end + 3, text.length());
            return;
        }
        int start = ++at;
        while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        at = Math.min(at, text.length());
        if (takesStrings) string.join(line, text.substring(start, at).replace("\\n", "  ").replace("\\\"", "  "));
        if (at < text.length() && text.charAt(at) == quote) at++;
    }

    /** A quotation mark may be a character. */
    private void character() {
        int closing = text.startsWith("'\\", at) ? text.indexOf('\'', at + 3) : at + 2;
        boolean isCharacter = closing > at && closing < text.length() && closing - at <= 10 && text.charAt(closing) == '\'';
        at = isCharacter ? closing + 1 : at + 1;
    }
}
