package timemory

/** Where the laps of a region are recorded. */
public enum class Scope {
    /** Below the enclosing region: laps with the same path of labels share a node. */
    TREE,

    /**
     * At the top of the call graph, no matter where it is called from: all laps of a label share a node. Regions inside are recorded below
     * the enclosing region, as if this one were not there, and are subtracted from its exclusive value. All laps are counted; laps nested
     * in other laps of it are part of their values.
     */
    FLAT,

    /** Below the enclosing region, with a separate node for each lap. */
    TIMELINE,
}
