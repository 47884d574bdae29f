package timemory

/** Where the laps of a region are recorded. */
public enum class Scope {
    /** Below the region that is open around it: laps with the same path of labels are one node. */
    TREE,

    /**
     * At the top of the call graph, wherever it is called from: all laps of a label are one node. Regions inside are below the region around
     * it, as if it were not there, and what they took is subtracted from what it took itself. All laps are counted; the values of laps within
     * other laps of it are part of those.
     */
    FLAT,

    /** Below the region that is open around it, each lap a node of its own. */
    TIMELINE,
}
