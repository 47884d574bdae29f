package timemory.live;

import timemory.ExperimentalTimemoryApi;

/** A node of the call graph, as shown by {@link LiveMXBean}. */
@ExperimentalTimemoryApi
public final class LiveRegion {

    private final String path;
    private final long laps;
    private final long openLaps;
    private final double value;
    private final double self;
    private final String unit;

    LiveRegion(String path, long laps, long openLaps, double value, double self, String unit) {
        this.path = path;
        this.laps = laps;
        this.openLaps = openLaps;
        this.value = value;
        this.self = self;
        this.unit = unit;
    }

    /** Returns the labels from the outermost region, joined by {@code " > "}. */
    public String getPath() {
        return path;
    }

    /** Returns the number of laps, including open ones. */
    public long getLaps() {
        return laps;
    }

    /** Returns the number of open laps. */
    public long getOpenLaps() {
        return openLaps;
    }

    /** Returns the component's inclusive value, in {@link #getUnit}. */
    public double getValue() {
        return value;
    }

    /** Returns the exclusive value; NaN for components that do not add up. */
    public double getSelf() {
        return self;
    }

    /** Returns the unit of the values: {@code sec}, {@code MB}; empty for counts. */
    public String getUnit() {
        return unit;
    }
}
