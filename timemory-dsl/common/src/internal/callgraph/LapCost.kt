package timemory.internal.callgraph

/**
 * What a lap of one component set costs by itself, in nanoseconds, by the quickest of many empty ones.
 *
 * @property whole how long the region around it gets
 * @property inside how much of it lies between the component's own readings, and so in its value, for each component of the set
 */
internal class LapOverhead(val whole: Double, val inside: DoubleArray) {
    /** If it was not determined. */
    constructor(unknown: ComponentSet) : this(0.0, DoubleArray(unknown.size))
}
