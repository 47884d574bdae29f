package timemory.prose;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** How often each habit is still found in each folder of the root, as {@code prose-limits.txt} lists it: {@code habit | folder | hits}. */
record Limits(Map<String, Integer> hits) {

    private static final int SHOWN = 40;

    static Limits of(String list) {
        Map<String, Integer> hits = new TreeMap<>();
        list.lines().filter(line -> !line.isBlank() && !line.startsWith("#")).forEach(line -> {
            int bar = line.lastIndexOf(" | ");
            hits.put(line.substring(0, bar), Integer.valueOf(line.substring(bar + 3).strip()));
        });
        return new Limits(hits);
    }

    static Limits count(List<Habit.Hit> found) {
        return new Limits(found.stream().collect(Collectors.toMap(Limits::key, hit -> 1, Integer::sum, TreeMap::new)));
    }

    private static String key(Habit.Hit hit) {
        int slash = hit.file().indexOf('/');
        return hit.name() + " | " + (slash < 0 ? "." : hit.file().substring(0, slash));
    }

    /** Returns what to fix: the hits of each habit and folder that has more of them than these limits. */
    List<String> exceeded(List<Habit.Hit> found) {
        List<String> wrong = new ArrayList<>();
        count(found).hits.forEach((key, count) -> {
            int limit = hits.getOrDefault(key, 0);
            if (count <= limit) return;
            wrong.add(key + ": " + count + ", at most " + limit + " are allowed:");
            found.stream().filter(hit -> key(hit).equals(key)).limit(SHOWN).forEach(hit -> wrong.add("  " + hit));
        });
        return wrong;
    }

    /** Returns these limits, each lowered to what was found. */
    Limits lowered(List<Habit.Hit> found) {
        Map<String, Integer> counts = count(found).hits;
        Map<String, Integer> lower = new TreeMap<>();
        hits.forEach((key, limit) -> {
            int count = Math.min(limit, counts.getOrDefault(key, 0));
            if (count > 0) lower.put(key, count);
        });
        return new Limits(lower);
    }

    int total() {
        return hits.values().stream().mapToInt(Integer::intValue).sum();
    }

    String lines() {
        return hits.entrySet().stream().map(entry -> entry.getKey() + " | " + entry.getValue() + "\n").collect(Collectors.joining());
    }
}
