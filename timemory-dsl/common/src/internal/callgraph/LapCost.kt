package timemory.internal.callgraph

/**
 * The overhead of a lap of one component set, in nanoseconds: the minimum of many empty laps.
 *
 * @property whole the time added to the enclosing region
 * @property inside the part of it between the component's own readings, and therefore in its value, for each component of the set
 */
internal class LapOverhead(val whole: Double, val inside: DoubleArray) {
    /** Creates an unknown overhead. */
    constructor(unknown: ComponentSet) : this(0.0, DoubleArray(unknown.size))
}
