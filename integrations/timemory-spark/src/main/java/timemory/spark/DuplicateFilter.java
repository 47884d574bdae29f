package timemory.spark;

import java.util.HashSet;
import java.util.Set;

/** Tracks the reports of an executor, so that each is counted once: those that tasks send at the same time arrive in any order. */
final class DuplicateFilter {
    /** More than are ever in transit at once. */
    private static final int MAX_MISSING = 100_000;

    private final Set<Long> missing = new HashSet<>();
    private long next;
    private long untracked;

    /** Marks the report with {@code number} as received; returns whether it is new. */
    boolean isNew(long number) {
        if (number < next) return missing.remove(number);
        long gap = number - next;
        if (missing.size() + gap > MAX_MISSING) untracked += gap;
        else for (long one = next; one < number; one++) missing.add(one);
        next = number + 1;
        return true;
    }

    /** Returns how many reports before the latest one are missing. */
    long missing() {
        return missing.size() + untracked;
    }
}
