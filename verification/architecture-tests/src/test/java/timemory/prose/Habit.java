package timemory.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A turn of phrase that no native speaker would write.
 *
 * @param name its name in the lists of limits and exceptions
 * @param words texts with the habit have one of them
 * @param instead what to write
 */
record Habit(String name, List<String> words, Pattern pattern, String instead) {

    /** Where a habit was found: {@code where} is a file with a line. */
    record Hit(String name, String file, int line, String words, String instead) {
        @Override
        public String toString() {
            return file + ":" + line + ": [" + name + "] \"" + words + "\": " + instead;
        }
    }

    private static final int AROUND = 30;

    static Habit of(String name, List<String> words, String pattern, String instead) {
        return new Habit(name, words, Pattern.compile(pattern), instead);
    }

    List<Hit> in(Passage passage) {
        String text = passage.text();
        if (words.stream().noneMatch(text::contains)) return List.of();
        List<Hit> hits = new ArrayList<>();
        Matcher found = pattern.matcher(text);
        while (found.find()) {
            String words = text.substring(Math.max(0, found.start() - AROUND), Math.min(text.length(), found.end() + AROUND)).strip();
            hits.add(new Hit(name, passage.file(), passage.lineAt(found.start()), words, instead));
        }
        return hits;
    }
}
