package timemory.jvm.gotcha;

/** Whether a thread is in a gotcha's own code: calls made there are not intercepted, because otherwise a gotcha would see itself. */
final class OwnCode {
    private static final ThreadLocal<OwnCode> HERE = ThreadLocal.withInitial(OwnCode::new);

    /** Accessed only by the thread itself. */
    boolean isRunning;

    static OwnCode here() {
        return HERE.get();
    }
}
