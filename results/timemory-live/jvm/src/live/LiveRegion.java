package timemory.live;

import timemory.ExperimentalTimemoryApi;

/** A place in the call graph, as {@link LiveMXBean} shows it. */
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

    /** The labels from the outermost region on, with {@code " > "} between. */
    public String getPath() {
        return path;
    }

    /** Laps, those that are open included. */
    public long getLaps() {
        return laps;
    }

    /** Laps that are open. */
    public long getOpenLaps() {
        return openLaps;
    }

    /** What the component measured here, regions inside included, in {@link #getUnit}. */
    public double getValue() {
        return value;
    }

    /** The same without regions inside; not a number for components that do not add up. */
    public double getSelf() {
        return self;
    }

    /** The unit of the values: {@code sec}, {@code MB}; empty for counts. */
    public String getUnit() {
        return unit;
    }
}
