package timemory.agent.weave;

/** Gives numbers to what is measured inside of one method, beside or instead of the method itself. Asked once or more for each place. */
public interface BlockProbe {

    /** Whether loops are measured. */
    boolean hasLoops();

    /** Whether calls are measured where they are made. */
    boolean hasCallSites();

    /** Whether lines are measured, which nothing else is measured with. */
    boolean hasLines();

    /**
     * The number of a loop.
     *
     * @param line where it begins, 0 where the class file does not tell
     * @param ordinal 1 for the first loop of the method on that line
     */
    int loop(int line, int ordinal);

    /** The number of a call of a method, named as the class file names it, on {@code line}; -1 where it is not measured. */
    int callSite(String owner, String name, String descriptor, int line);

    /** The number of a line. */
    int line(int line);
}
