package timemory.agent.record;

/**
 * Whether the current thread is measuring or weaving. If classes of the Java runtime are woven, measuring may call them, and would measure
 * itself endlessly.
 *
 * <p>It is a field, rather than methods that change one: a thread without any stack left could not call them, and would be considered
 * measuring ever after.
 */
public final class Guard {
    private static final ThreadLocal<Guard> OF_THREAD = new ThreadLocal<>() {
        @Override
        protected Guard initialValue() {
            return new Guard();
        }
    };

    /** Used only by its own thread. */
    public boolean isInside;

    private Guard() {}

    /** Returns the guard of the current thread. */
    public static Guard here() {
        return OF_THREAD.get();
    }
}
