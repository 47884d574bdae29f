package timemory

/** Integers stored by the program, in a predefined component: see [LongTracker] for one with its own name. */
@DescribedBy(DataTrackerInteger.TYPE::class)
public class DataTrackerInteger : LongTracker() {
    /** The type of [DataTrackerInteger]. */
    public companion object TYPE : ComponentType<DataTrackerInteger>(
        "data_tracker_integer", "Integers stored by the program", Quantity.COUNT,
        MadeByItsType,
    ) {
        override fun create(): DataTrackerInteger = DataTrackerInteger()

        override val category: String get() = Category.DATA
        override val source: String get() = "store() calls of the program"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/**
 * Non-negative integers stored by the program, in a predefined component: see [LongTracker] for one with its own name. Negative integers
 * are rejected with an [IllegalArgumentException].
 */
@DescribedBy(DataTrackerUnsigned.TYPE::class)
public class DataTrackerUnsigned : LongTracker() {
    override fun checkNegative(value: Long): Unit = refuseNegative(value)

    /** The type of [DataTrackerUnsigned]. */
    public companion object TYPE : ComponentType<DataTrackerUnsigned>(
        "data_tracker_unsigned",
        "Unsigned integers stored by the program", Quantity.COUNT, MadeByItsType,
    ) {
        override fun create(): DataTrackerUnsigned = DataTrackerUnsigned()

        override val category: String get() = Category.DATA
        override val source: String get() = "store() calls of the program"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Floating-point numbers stored by the program, in a predefined component: see [DoubleTracker] for one with its own name. */
@DescribedBy(DataTrackerFloating.TYPE::class)
public class DataTrackerFloating : DoubleTracker() {
    /** The type of [DataTrackerFloating]. */
    public companion object TYPE : ComponentType<DataTrackerFloating>(
        "data_tracker_floating", "Floating-point numbers stored by the program",
        Quantity.COUNT, MadeByItsType,
    ) {
        override fun create(): DataTrackerFloating = DataTrackerFloating()

        override val category: String get() = Category.DATA
        override val source: String get() = "store() calls of the program"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** For trackers of non-negative integers. */
internal fun refuseNegative(value: Long): Nothing = throw IllegalArgumentException("$value is below 0: use data_tracker_integer")
