package timemory.agent.select;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which functions the user wants measured. */
public final class SelectionOptions {
    /** Functions that match one of them; where nothing else includes any, none means the program's own. */
    public final List<FunctionPattern> include = new ArrayList<>();

    /** Functions that match one of them are measured, trivial ones too. */
    public final List<FunctionPattern> presets = new ArrayList<>();

    /** Functions that match one of them are not measured. */
    public final List<FunctionPattern> exclude = new ArrayList<>();

    /** Only functions that match all of them. */
    public final List<FunctionPattern> restrict = new ArrayList<>();

    /** What was learned of functions by a run before, {@code null} for nothing. */
    public @Nullable LearnedFunctions learned;

    /** Functions that call a function that matches one of them are included. */
    public final List<FunctionPattern> callers = new ArrayList<>();

    /** Functions that are called by a function that matches one of them are included. */
    public final List<FunctionPattern> callees = new ArrayList<>();

    /** Bytes of code of the smallest function measured. */
    public int minimumSize = Selection.DEFAULT_MINIMUM_SIZE;

    /** Minimum code size of functions with loops. */
    public int minimumLoopSize = 0;

    public boolean mainOnly;
    public boolean constructors;
    public boolean staticInitializers;
    public boolean lambdas;

    /** Whether classes of the Java runtime are looked at. */
    public boolean jdk;

    /** Whether anything is included by what it calls or by what calls it. */
    boolean hasCalls() {
        return !callers.isEmpty() || !callees.isEmpty();
    }

    /** Whether nothing says what is included: the program's own functions are. */
    boolean includesTheProgram() {
        return learned == null && namesNothing();
    }

    /** Whether nothing but what was learned says what is included, and that has no function of the class. */
    boolean isLeftByWhatWasLearned(String className) {
        return learned != null && namesNothing() && !learned.haveClass(className);
    }

    private boolean namesNothing() {
        return include.isEmpty() && presets.isEmpty() && !hasCalls();
    }
}
