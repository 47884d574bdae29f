package timemory.test;

/** What a measurement says about a bound, its spread taken into account. */
public enum Verdict {
    /** The whole interval is at most the bound: the test passes. */
    WITHIN,

    /** The whole interval is above the bound: the test fails. */
    ABOVE,

    /** The bound lies inside the interval: the measurement cannot tell, and the test is aborted, neither passed nor failed. */
    INCONCLUSIVE,
}
