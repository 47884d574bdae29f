package timemory.statistics

import timemory.InternalTimemoryApi

/** The recorded state of a component, by name. A writer returns each [value] that it is passed; a reader returns its own. */
@InternalTimemoryApi
public interface ComponentFields {
    /** The integer [name]. */
    public fun integer(name: String, value: Long): Long

    /** The floating-point number [name]. */
    public fun number(name: String, value: Double): Double

    /** The value [name] of the component's own type; `null` before the first lap. */
    public fun value(name: String, value: Any?): Any?
}
