package timemory.prose;

import java.util.List;

/** The entries of {@code prose-exceptions.txt}, one per line: file, habit, words and reason, separated by bars. */
record Exceptions(List<Entry> entries) {

    record Entry(String file, String habit, String words, String reason) {

        boolean covers(Habit.Hit hit) {
            return hit.file().equals(file) && hit.name().equals(habit) && hit.words().contains(words);
        }
    }

    static Exceptions of(String list) {
        return new Exceptions(list.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).map(line -> {
            String[] parts = line.split(" \\| ", 4);
            if (parts.length < 4) throw new IllegalArgumentException("not 'file | habit | words | reason': " + line);
            return new Entry(parts[0].strip(), parts[1].strip(), parts[2].strip(), parts[3].strip());
        }).toList());
    }

    boolean cover(Habit.Hit hit) {
        return entries.stream().anyMatch(entry -> entry.covers(hit));
    }

    /** Returns the entries that none of {@code hits} needs. */
    List<Entry> unused(List<Habit.Hit> hits) {
        return entries.stream().filter(entry -> hits.stream().noneMatch(entry::covers)).toList();
    }
}
