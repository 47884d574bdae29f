package timemory.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fenced block of a page.
 *
 * @param line the line of the page that it starts on
 * @param language what follows the fence, empty for a session or an output
 */
record Block(int line, String language, List<String> lines) {

    private static final Pattern FENCED = Pattern.compile("(?ms)^( *)```(\\w*)\\n(.*?)^ *```$");

    /** Returns the blocks of {@code page}, in its order. */
    static List<Block> of(String page) {
        List<Block> blocks = new ArrayList<>();
        Matcher found = FENCED.matcher(page);
        while (found.find()) {
            int line = 1 + (int) page.substring(0, found.start()).chars().filter(c -> c == '\n').count();
            List<String> lines = found.group(3).lines().map(text -> text.startsWith(found.group(1))
                    ? text.substring(found.group(1).length())
                    : text).toList();
            blocks.add(new Block(line, found.group(2), lines));
        }
        return blocks;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    /** Its first line, with single spaces: by that a plan names it. */
    String name() {
        return lines.get(0).strip().replaceAll("\\s+", " ");
    }
}
