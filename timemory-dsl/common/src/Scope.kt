package timemory

/** Where the laps of a region are recorded. */
public enum class Scope {
    /** Below the enclosing region: laps with the same path of labels share a node. */
    TREE,

    /**
     * At the top of the call graph, regardless of the caller: all laps with the same label share a node. Child regions are recorded below
     * the enclosing region, as if this one were absent, and are subtracted from its exclusive value. All laps are counted; the values of
     * laps nested in other laps of the region are part of those laps' values.
     */
    FLAT,

    /** Below the enclosing region, with a separate node for each lap. */
    TIMELINE,
}
