package timemory.agent.weave;

/**
 * Assigns numbers to what is measured inside one method, in addition to or instead of the method itself. Called once or more for each
 * place.
 */
public interface BlockProbe {

    /** Whether loops are measured. */
    boolean hasLoops();

    /** Whether calls are measured at the call site. */
    boolean hasCallSites();

    /** Whether lines are measured, in which case nothing else is. */
    boolean hasLines();

    /**
     * Returns the number of a loop.
     *
     * @param line where it starts, 0 if the class file does not contain it
     * @param ordinal 1 for the first loop of the method on that line
     */
    int loop(int line, int ordinal);

    /** Returns the number of a call of a method, named as in the class file, on {@code line}; -1 if it is not measured. */
    int callSite(String owner, String name, String descriptor, int line);

    /** Returns the number of a line. */
    int line(int line);
}
