package timemory.tools.run;

import java.util.ArrayList;
import java.util.List;

/** Lines of a file of arguments of {@code java}: words apart by white space, which quotes hold together. */
final class ArgumentFile {
    private ArgumentFile() {}

    static List<String> split(String line) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        char quote = 0;
        boolean isWord = false;
        for (int i = 0; i < line.length(); i++) {
            char next = line.charAt(i);
            if (quote != 0 && next == '\\' && i + 1 < line.length()) {
                word.append(line.charAt(++i));
            } else if (next == quote) {
                quote = 0;
            } else if (quote == 0 && (next == '"' || next == '\'')) {
                quote = next;
                isWord = true;
            } else if (quote == 0 && Character.isWhitespace(next)) {
                if (isWord) words.add(word.toString());
                word.setLength(0);
                isWord = false;
            } else {
                word.append(next);
                isWord = true;
            }
        }
        if (isWord) words.add(word.toString());
        return words;
    }
}
