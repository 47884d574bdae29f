package timemory.test;

/** A piece of code that is measured: runs as often as the measurement asks for. May throw anything, which ends the measurement. */
@FunctionalInterface
public interface Block {
    /** Runs it once. */
    void run() throws Throwable;
}
