package timemory.history.store;

import java.util.List;

/**
 * A region of one component, in any run.
 *
 * @param number its number in the file
 * @param metric the component's ID, with the name of the number if it has several: {@code current_peak_rss.start}
 * @param unit of the values: {@code nsec}
 * @param path the labels from the outermost one
 */
public record Region(int number, String metric, String unit, List<String> path) {

    /** Returns the labels joined by slashes. */
    public String name() {
        return String.join("/", path);
    }

    /** Returns whether {@code text} names it: by its label, or by the last labels of its path joined by slashes. */
    public boolean isNamed(String text) {
        String name = name();
        return name.equals(text) || name.endsWith("/" + text);
    }
}
