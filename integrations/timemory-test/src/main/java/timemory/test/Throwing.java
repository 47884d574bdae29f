package timemory.test;

/** Passes a block's exceptions to its test unchanged. */
final class Throwing {

    private Throwing() {}

    /** Throws {@code failure} even if it is checked; declared to return so that callers can write {@code throw asIs(failure)}. */
    @SuppressWarnings("unchecked") // the compiler infers RuntimeException for X, and nothing checks at run time
    static <X extends Throwable> RuntimeException asIs(Throwable failure) throws X {
        throw (X) failure;
    }
}
