package timemory.tools;

/**
 * A command that exists if its module is on the class path, found by {@link java.util.ServiceLoader}: for commands with large dependencies.
 */
public interface CommandProvider {

    /** An object of a class with picocli's {@code @Command}. */
    Object command();
}
