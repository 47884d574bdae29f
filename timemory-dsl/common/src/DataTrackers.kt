package timemory

/** Integers that the program stores, without a name of their own: see [LongTracker] for one with. */
@DescribedBy(DataTrackerInteger.Companion::class)
public class DataTrackerInteger : LongTracker() {
    /** What all instances have in common. */
    public companion object : ComponentType<DataTrackerInteger>(
        "data_tracker_integer", "Data of the program: integers", Quantity.COUNT,
        MadeByItsType,
    ) {
        override fun create(): DataTrackerInteger = DataTrackerInteger()

        override val category: String get() = Category.DATA
        override val source: String get() = "the program, by store()"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Integers from 0 on that the program stores, without a name of their own: see [LongTracker] for one with. */
@DescribedBy(DataTrackerUnsigned.Companion::class)
public class DataTrackerUnsigned : LongTracker() {
    /** What all instances have in common. */
    public companion object : ComponentType<DataTrackerUnsigned>(
        "data_tracker_unsigned",
        "Data of the program: integers that are not negative", Quantity.COUNT, MadeByItsType,
    ) {
        override fun create(): DataTrackerUnsigned = DataTrackerUnsigned()

        override val category: String get() = Category.DATA
        override val source: String get() = "the program, by store()"
        override val mayBeCalibrated: Boolean get() = true
    }
}

/** Floating-point numbers that the program stores, without a name of their own: see [DoubleTracker] for one with. */
@DescribedBy(DataTrackerFloating.Companion::class)
public class DataTrackerFloating : DoubleTracker() {
    /** What all instances have in common. */
    public companion object : ComponentType<DataTrackerFloating>(
        "data_tracker_floating", "Data of the program: floating-point numbers",
        Quantity.COUNT, MadeByItsType,
    ) {
        override fun create(): DataTrackerFloating = DataTrackerFloating()

        override val category: String get() = Category.DATA
        override val source: String get() = "the program, by store()"
        override val mayBeCalibrated: Boolean get() = true
    }
}
