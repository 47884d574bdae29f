package timemory.jvm;

import org.jspecify.annotations.Nullable;

/**
 * A label that names its place in the source, as {@code step@Solver.java:42}. One for each place, to be kept in a constant:
 *
 * <pre>{@code
 * private static final SourceLabel STEP = new SourceLabel();
 *
 * try (OpenRegion region = TOOLS.open(STEP.here())) {
 *     step();
 * }
 * }</pre>
 *
 * <p>The stack is looked at when {@link #here} is called for the first time, which takes some microseconds; after that it is a read of a
 * field.
 *
 * <p>Thread-safety: may be used by any number of threads at once.
 */
public final class SourceLabel {
    private volatile @Nullable String label;

    /** A label that is found by the first call of {@link #here}. */
    public SourceLabel() {}

    /** The method, file and line that called this for the first time: {@code step@Solver.java:42}. */
    public String here() {
        String known = label;
        return known != null ? known : find();
    }

    private String find() {
        String found = StackWalker.getInstance()
                .walk(frames -> frames.skip(2).findFirst().map(SourceLabel::labelOf).orElse("(unknown)"));
        label = found;
        return found;
    }

    /** A class that was compiled without names of files and lines is named itself. */
    private static String labelOf(StackWalker.StackFrame frame) {
        String file = frame.getFileName();
        if (file == null) return frame.getMethodName() + '@' + frame.getClassName();
        int line = frame.getLineNumber();
        return frame.getMethodName() + '@' + file + (line < 0 ? "" : ":" + line);
    }

    @Override
    public String toString() {
        String known = label;
        return known != null ? known : "(not used yet)";
    }
}
