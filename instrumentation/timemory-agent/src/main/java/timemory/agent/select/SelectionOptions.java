package timemory.agent.select;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which functions the user wants measured. */
public final class SelectionOptions {
    /** Functions that match one of them are included; if the list is empty and nothing else includes any, the program's own are. */
    public final List<FunctionPattern> include = new ArrayList<>();

    /** Functions that match one of them are measured, even trivial ones. */
    public final List<FunctionPattern> presets = new ArrayList<>();

    /** Functions that match one of them are not measured. */
    public final List<FunctionPattern> exclude = new ArrayList<>();

    /** Only functions that match all of them. */
    public final List<FunctionPattern> restrict = new ArrayList<>();

    /** The functions learned from an earlier run, {@code null} for none. */
    public @Nullable LearnedFunctions learned;

    /** Functions that call a function matching one of them are included. */
    public final List<FunctionPattern> callers = new ArrayList<>();

    /** Functions that are called by a function matching one of them are included. */
    public final List<FunctionPattern> callees = new ArrayList<>();

    /** Minimum code size of measured functions, in bytes. */
    public int minimumSize = Selection.DEFAULT_MINIMUM_SIZE;

    /** Minimum code size of functions with loops. */
    public int minimumLoopSize = 0;

    public boolean mainOnly;
    public boolean constructors;
    public boolean staticInitializers;
    public boolean lambdas;

    /** Whether classes of the Java runtime are examined. */
    public boolean jdk;

    /** Whether anything is included because of the functions it calls or is called by. */
    boolean hasCalls() {
        return !callers.isEmpty() || !callees.isEmpty();
    }

    /** Whether nothing specifies what is included: the program's own functions are. */
    boolean includesTheProgram() {
        return learned == null && namesNothing();
    }

    /** Whether only learned functions are included, and none of them is in the class. */
    boolean isLeftByWhatWasLearned(String className) {
        return learned != null && namesNothing() && !learned.haveClass(className);
    }

    private boolean namesNothing() {
        return include.isEmpty() && presets.isEmpty() && !hasCalls();
    }
}
