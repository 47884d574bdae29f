package timemory.jvm;

import org.jspecify.annotations.Nullable;

/**
 * A label that names its source location, such as {@code step@Solver.java:42}. Use one for each location, and keep it in a constant:
 *
 * <pre>{@code
 * private static final SourceLabel STEP = new SourceLabel();
 *
 * try (OpenRegion region = TOOLS.open(STEP.here())) {
 *     step();
 * }
 * }</pre>
 *
 * <p>The first call of {@link #here} walks the stack, which takes a few microseconds; later ones only read a field.
 *
 * <p>Thread-safe.
 */
public final class SourceLabel {
    private volatile @Nullable String label;

    /** Creates a label that the first call of {@link #here} determines. */
    public SourceLabel() {}

    /** Returns the method, file and line of the first caller: {@code step@Solver.java:42}. */
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

    /** Uses the class name if the class was compiled without file names and lines. */
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
