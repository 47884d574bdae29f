package timemory.tools;

/**
 * A command that is there where its module is in the class path, found by {@link java.util.ServiceLoader}: those that bring more than
 * everybody should have.
 */
public interface CommandProvider {

    /** An object of a class with picocli's {@code @Command}. */
    Object command();
}
