package timemory.test;

/** What a measurement says about a bound, taking its noise into account. */
public enum Verdict {
    /** The whole interval is at most the bound: the test passes. */
    WITHIN,

    /** The whole interval is above the bound: the test fails. */
    ABOVE,

    /** The bound is inside the interval: the measurement cannot decide, and the test is aborted, so that it neither passes nor fails. */
    INCONCLUSIVE,
}
