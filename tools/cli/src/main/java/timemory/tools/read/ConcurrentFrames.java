package timemory.tools.read;

import java.util.ArrayList;
import java.util.List;

/**
 * A stack as our writers name its frames: what ran concurrently stands apart, below the regions around it with {@code (concurrent)} after
 * their names.
 *
 * @param labels of the regions, from the outermost
 * @param concurrent which of them, counted from 0, ran concurrently with the one around it; -1 for none
 */
record ConcurrentFrames(List<String> labels, int concurrent) {

    private static final String MARK = " (concurrent)";
    private static final String MARK_IN_LABEL = " (concurrent\uFF09";

    static ConcurrentFrames of(List<String> names) {
        int around = 0;
        while (around < names.size() - 1 && names.get(around).endsWith(MARK)) {
            around++;
        }
        List<String> labels = new ArrayList<>(names.size());
        for (int i = 0; i < names.size(); i++) {
            labels.add(label(names.get(i), i < around));
        }
        return new ConcurrentFrames(labels, around == 0 ? -1 : around);
    }

    /** Whether a frame of this name only says what ran concurrently with a region. */
    static boolean isAround(String name) {
        return name.endsWith(MARK);
    }

    static String label(String name, boolean isAround) {
        if (isAround) {
            return label(name.substring(0, name.length() - MARK.length()), false);
        }
        return name.endsWith(MARK_IN_LABEL) ? name.substring(0, name.length() - 1) + ")" : name;
    }
}
