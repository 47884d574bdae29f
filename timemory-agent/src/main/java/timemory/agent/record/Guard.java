package timemory.agent.record;

/**
 * Whether the running thread is in the midst of measuring or weaving. Where classes of the Java runtime are woven, measuring may call them, and
 * would measure itself without end.
 */
public final class Guard {
    private static final ThreadLocal<Guard> OF_THREAD = ThreadLocal.withInitial(Guard::new);

    private boolean isInside;

    private Guard() {}

    /** Measuring begins; returns whether it had begun already, in which case it is not to be {@linkplain #leave() left}. */
    public static boolean enter() {
        Guard guard = OF_THREAD.get();
        boolean wasInside = guard.isInside;
        guard.isInside = true;
        return wasInside;
    }

    /** Measuring ends. */
    public static void leave() {
        OF_THREAD.get().isInside = false;
    }
}
