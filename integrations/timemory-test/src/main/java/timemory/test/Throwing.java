package timemory.test;

/** Lets what a block throws reach its test unchanged. */
final class Throwing {

    private Throwing() {}

    /** Throws {@code failure} though it may be checked; declared to return so that callers can write {@code throw asIs(failure)}. */
    @SuppressWarnings("unchecked") // the compiler takes X for a RuntimeException, and nothing looks at run time
    static <X extends Throwable> RuntimeException asIs(Throwable failure) throws X {
        throw (X) failure;
    }
}
