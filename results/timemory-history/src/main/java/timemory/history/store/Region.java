package timemory.history.store;

import java.util.List;

/**
 * A region of one component, in whichever runs.
 *
 * @param number as the file has it
 * @param metric the component's id, with the name of the number where it has several: {@code current_peak_rss.start}
 * @param unit of the values: {@code nsec}
 * @param path the labels from the outermost one on
 */
public record Region(int number, String metric, String unit, List<String> path) {

    /** The labels with slashes between. */
    public String name() {
        return String.join("/", path);
    }

    /** Whether {@code text} names it: by its label, or by the last labels of its path with slashes between. */
    public boolean isNamed(String text) {
        String name = name();
        return name.equals(text) || name.endsWith("/" + text);
    }
}
