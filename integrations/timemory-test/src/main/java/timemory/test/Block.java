package timemory.test;

/** A piece of code to measure, which runs as often as the measurement requires. Any exception ends the measurement. */
@FunctionalInterface
public interface Block {
    /** Runs it once. */
    void run() throws Throwable;
}
