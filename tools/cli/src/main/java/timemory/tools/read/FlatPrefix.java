package timemory.tools.read;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The label of a region as flat files and tables have it, {@code |0,2>>>   |_load}: with its threads, where those are kept apart, and
 * indented.
 */
record FlatPrefix(String label, List<Integer> threads) {

    private static final Pattern SHAPE = Pattern.compile("^(?:\\|([0-9, ]*))?>>> ((?: *\\|_)?)(.*)$", Pattern.DOTALL);

    static FlatPrefix of(String prefix) {
        Matcher matcher = SHAPE.matcher(prefix);
        if (!matcher.matches()) {
            return new FlatPrefix(prefix, List.of());
        }
        List<Integer> threads = new ArrayList<>();
        if (matcher.group(1) != null) {
            for (String thread : matcher.group(1).split("[, ]+")) {
                if (!thread.isEmpty() && thread.length() < 10) {
                    threads.add(Integer.valueOf(thread));
                }
            }
        }
        return new FlatPrefix(matcher.group(3), threads);
    }
}
