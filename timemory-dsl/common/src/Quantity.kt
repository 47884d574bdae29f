package timemory

import timemory.internal.lean.*

/**
 * The kind of number that a component records, and the units to show it in.
 *
 * Raw values are in the smallest unit of [units]: nanoseconds for [TIME], bytes for [MEMORY], one for [COUNT].
 *
 * @property name `time`, `memory`, `count` or a custom name
 * @property units from the smallest to the largest
 */
public class Quantity(public val name: String, public val units: List<DisplayUnit>) {
    /** Creates a quantity with a single unit: `Quantity("temperature", "degC")`. */
    public constructor(name: String, symbol: String) : this(name, listOf(DisplayUnit(symbol, 1.0)))

    init {
        require(units.isNotEmpty()) { "quantity '$name' has no unit" }
    }

    override fun toString(): String = name

    public companion object {
        /** Time; raw unit nanosecond. Unit names are those of `TIMEMORY_TIMING_UNITS`. */
        @kotlin.jvm.JvmField
        public val TIME: Quantity = Quantity(
            "time",
            listOf(
                DisplayUnit("nsec", 1.0),
                DisplayUnit("usec", 1e3),
                DisplayUnit("msec", 1e6),
                DisplayUnit("sec", 1e9),
                DisplayUnit("min", 60e9),
                DisplayUnit("hr", 3600e9),
            ),
        )

        /** Memory; raw unit byte. Unit names are those of `TIMEMORY_MEMORY_UNITS`; decimal, like timemory's. */
        @kotlin.jvm.JvmField
        public val MEMORY: Quantity = Quantity(
            "memory",
            listOf(
                DisplayUnit("B", 1.0),
                DisplayUnit("KB", 1e3),
                DisplayUnit("MB", 1e6),
                DisplayUnit("GB", 1e9),
                DisplayUnit("TB", 1e12),
            ),
        )

        /** A number of things; no unit. */
        @kotlin.jvm.JvmField
        public val COUNT: Quantity = Quantity("count", "")

        /** Energy; raw unit microjoule. */
        @kotlin.jvm.JvmField
        public val ENERGY: Quantity =
            Quantity("energy", listOf(DisplayUnit("uJ", 1.0), DisplayUnit("mJ", 1e3), DisplayUnit("J", 1e6), DisplayUnit("kJ", 1e9)))

        /** A fraction of a whole, in percent. */
        @kotlin.jvm.JvmField
        public val PERCENTAGE: Quantity = Quantity("percentage", "%")
    }
}

/**
 * A unit that values are shown in.
 *
 * @property symbol the printed symbol: `sec`, `MB`; empty for counts
 * @property size the number of raw units in it
 */
public class DisplayUnit(public val symbol: String, public val size: Double) {
    init {
        require(size > 0.0) { "unit '$symbol' has size $size, which must be above 0" }
    }

    override fun toString(): String = symbol
}
