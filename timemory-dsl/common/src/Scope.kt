package timemory

/** Where the laps of a region are recorded. */
public enum class Scope {
    /** Below the region that is open around it: laps with the same path of labels are one node. */
    TREE,

    /**
     * At the top of the call graph, wherever it is called from: all laps of a label are one node. Regions inside hang below the
     * region around it, as if it were not there. A region that calls itself has every lap in its sum, and the time of its outermost laps in
     * what it took itself.
     */
    FLAT,

    /** Below the region that is open around it, each lap a node of its own. */
    TIMELINE,
}
