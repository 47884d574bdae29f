package timemory.prose;

import java.util.ArrayList;
import java.util.List;

/** Reads the paragraphs of a page, without its code. */
final class Markdown {

    private Markdown() {}

    static List<Passage> read(String file, String text) {
        List<Passage> passages = new ArrayList<>();
        PassageBuilder paragraph = new PassageBuilder(file);
        boolean isCode = false;
        int number = 0;
        for (String line : (Iterable<String>) text.lines()::iterator) {
            number++;
            String stripped = line.strip();
            boolean isFence = stripped.startsWith("```");
            if (isFence || stripped.isEmpty() || stripped.startsWith("#") || stripped.startsWith("|") || stripped.startsWith("- ")) {
                paragraph.moveTo(passages);
            }
            if (isFence) {
                isCode = !isCode;
            } else if (!isCode && !stripped.isEmpty()) {
                paragraph.add(number, stripped);
            }
        }
        paragraph.moveTo(passages);
        return passages;
    }
}
