package timemory.jupyter;

import java.util.List;

/**
 * One number of a region of one component.
 *
 * @param component its ID: {@code wall_clock}
 * @param number which of the component's numbers; empty if it has only one
 * @param unit of the values: {@code nsec}, {@code B}
 * @param path the labels from the outermost region
 * @param laps how often it was measured; {@code null} if unknown
 * @param sum over all laps; {@code null} if unknown, like the others
 * @param exclusive the sum excluding nested regions; {@code null} if values do not add up
 * @param mean of the laps
 * @param min of the laps
 * @param max of the laps
 * @param stddev of the laps
 * @param concurrent whether it ran concurrently with its parent region rather than within the parent's time
 */
public record RegionRow(String component, String number, String unit, List<String> path, Long laps, Double sum, Double exclusive,
        Double mean,
        Double min, Double max, Double stddev, boolean concurrent) {

    /** Returns the last label of the path. */
    public String label() {
        return path.get(path.size() - 1);
    }

    /** Returns how many regions are above. */
    public int depth() {
        return path.size() - 1;
    }

    static RegionRow of(Object[] cells) {
        return new RegionRow((String) cells[0], (String) cells[1], (String) cells[2], List.of(((String) cells[3]).split("\0", -1)),
                (Long) cells[4],
                (Double) cells[5], (Double) cells[6], (Double) cells[7], (Double) cells[8], (Double) cells[9], (Double) cells[10],
                (Boolean) cells[11]);
    }
}
