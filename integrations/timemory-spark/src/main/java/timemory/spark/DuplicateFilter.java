package timemory.spark;

import java.util.HashSet;
import java.util.Set;

/** Which reports of an executor have come: each is taken once, and those that tasks make at the same time come in any order. */
final class DuplicateFilter {
    /** So many are never on their way at once. */
    private static final int MAX_MISSING = 100_000;

    private final Set<Long> missing = new HashSet<>();
    private long next;
    private long untracked;

    /** Whether the report with {@code number}, which has come now, had not come before. */
    boolean isNew(long number) {
        if (number < next) return missing.remove(number);
        long gap = number - next;
        if (missing.size() + gap > MAX_MISSING) untracked += gap;
        else for (long one = next; one < number; one++) missing.add(one);
        next = number + 1;
        return true;
    }

    /** How many have not come, of those before the latest one. */
    long missing() {
        return missing.size() + untracked;
    }
}
