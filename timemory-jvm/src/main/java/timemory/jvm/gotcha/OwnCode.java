package timemory.jvm.gotcha;

/** Whether a thread is in code of a gotcha: what that calls is called plainly, or a gotcha would see itself. */
final class OwnCode {
    private static final ThreadLocal<OwnCode> HERE = ThreadLocal.withInitial(OwnCode::new);

    /** Only the thread itself looks at it. */
    boolean isRunning;

    static OwnCode here() {
        return HERE.get();
    }
}
