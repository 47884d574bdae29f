package timemory.agent.select;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Decides which functions are measured, from the user's options. A function is measured if it has code, nothing excludes it, all
 * restrictions match it, and it is included: by a pattern, or by default because it is the program's own.
 */
public final class Selection {
    /** Functions with less code are considered trivial, unless they loop: accessors, delegating calls, small constructors. */
    public static final int DEFAULT_MINIMUM_SIZE = 40;

    /**
     * Whether the program, or in the command this process, has the annotation at all; if not, class files need not be searched for it.
     */
    private static final boolean MARK_IS_KNOWN = ClassLoader.getSystemResource("timemory/Measured.class") != null;

    private static final String NOT_LEARNED = "was not learned, and no pattern includes it (--learned)";

    private final SelectionOptions options;
    private final Program program;
    private final Calls calls = new Calls();

    public Selection(SelectionOptions options, Program program) {
        this.options = options;
        this.program = program;
    }

    /**
     * Returns why no method of a class can be measured, {@code null} if its methods have to be examined. Only needs the class's name and
     * origin, so that most classes need not be read.
     */
    public @Nullable String reasonAgainst(String className, Origin origin) {
        if (className.startsWith("timemory.")) return "belongs to timemory";
        if (GeneratedClasses.contain(className)) return "was generated at run time";
        if (origin.isJdk()) {
            if (!options.jdk) return "belongs to the Java runtime (--jdk includes it)";
            if (CoreClasses.contain(className)) return "is used by the measurement itself";
        }
        if (options.includesTheProgram() && !options.jdk && !program.owns(className, origin)) {
            return origin.location().isEmpty() ? "was created at run time" : "is not the program's own";
        }
        if (options.isLeftByWhatWasLearned(className)) return NOT_LEARNED;
        return null;
    }

    /** Returns the reason for a class whose bytes are available: an annotation may select its methods. */
    public @Nullable String reasonAgainst(String className, Origin origin, byte[] bytes) {
        String reason = reasonAgainst(className, origin);
        return reason != null && mayBeMarked(className, origin, bytes) ? null : reason;
    }

    /** Whether an annotation may request methods of a class. */
    public boolean mayBeMarked(String className, Origin origin, byte[] bytes) {
        return mayBeMarked(className, origin) && MeasuredMark.isIn(bytes);
    }

    /** Whether the program has the annotation {@code Measured} at all. */
    public boolean knowsMark() {
        return MARK_IS_KNOWN;
    }

    private static boolean mayBeMarked(String className, Origin origin) {
        return MARK_IS_KNOWN && !origin.isJdk() && !className.startsWith("timemory.agent.");
    }

    /** Returns the verdict on {@code method}. */
    public Verdict of(MethodFacts method) {
        boolean isTimed = method.mark != null || method.owner.mark != null;
        Boolean isLearned = options.learned == null ? null : options.learned.of(method);
        String against = reasonAgainst(method.owner.name, method.owner.origin);
        if (against != null && !isTimed) return Verdict.left(against);
        String without = reasonWithoutCode(method);
        if (without != null) return Verdict.left(without);
        FunctionPattern excluded = firstMatch(options.exclude, method);
        if (excluded != null) return Verdict.left("is excluded by '" + excluded + "'");
        if (method.mark != null) return Verdict.selected("has the annotation Measured");
        for (FunctionPattern restriction : options.restrict) {
            if (!restriction.matches(method)) return Verdict.left("does not match the restriction '" + restriction + "'");
        }
        if (isLearned != null)
            return isLearned ? Verdict.selected("is worth measuring, as learned")
                    : Verdict.left("is not worth measuring, as learned (--learned)");
        String included = reasonFor(method);
        if (included == null && isTimed) included = "is in a class with the annotation Measured";
        if (included == null) return Verdict.left(options.learned == null ? "matches no include pattern" : NOT_LEARNED);
        String kind = reasonOfKind(method);
        if (kind != null) return Verdict.left(kind);
        return Verdict.selected(included);
    }

    /** Returns the rule that includes {@code method}, {@code null} if there is none. */
    private @Nullable String reasonFor(MethodFacts method) {
        if (options.includesTheProgram()) return "is the program's own";
        FunctionPattern included = firstMatch(options.include, method);
        if (included != null) return "matches '" + included + "'";
        included = firstMatch(options.presets, method);
        if (included != null) return "is in a preset, by '" + included + "'";
        for (FunctionPattern pattern : options.callers) {
            for (String callee : method.callees) if (pattern.matchesCall(callee)) return "calls a function that matches '" + pattern + "'";
        }
        return calls.contain(method) ? "is called by a function that matches '" + options.callees.get(0) + "'" : null;
    }

    /** Whether the methods called by each method must be known. */
    public boolean needsCallees() {
        return options.hasCalls();
    }

    /**
     * Called for each class before its methods are examined, if {@link #needsCallees}.
     *
     * @return classes, with slashes, with methods that are now to be measured and were not before: those that are loaded have to be
     * examined again
     */
    public Set<String> note(ClassFacts facts) {
        calls.note(facts);
        Set<String> added = new HashSet<>(0);
        for (MethodFacts method : facts.methods) {
            if (firstMatch(options.callees, method) != null) added.addAll(calls.add(method));
        }
        added.remove(facts.name.replace('.', '/'));
        return added;
    }

    /** The known calls between functions. */
    public Calls calls() {
        return calls;
    }

    private static @Nullable String reasonWithoutCode(MethodFacts method) {
        if (method.is(Opcodes.ACC_ABSTRACT)) return "is abstract";
        if (method.is(Opcodes.ACC_NATIVE)) return "is native";
        if (method.isWoven) return "is already woven, by rewriting or by the compiler plugin";
        if (method.is(Opcodes.ACC_BRIDGE)) return "is a bridge to another method of the class";
        if (method.name.endsWith("$$forInline")) return "is always inlined";
        if (method.isBridgeToImplementation()) return "only calls the compiled suspend function";
        if (method.owner.isContinuation()) return "is the body of a suspend lambda, or resumes a suspend function";
        return null;
    }

    private @Nullable String reasonOfKind(MethodFacts method) {
        if (options.mainOnly) return method.isMain() ? null : "is not main";
        if (method.isStaticInitialiser()) return options.staticInitializers ? null : "is a static initializer (--static-initializers)";
        if (method.isConstructor()) {
            if (!options.constructors) return "is a constructor (--constructors)";
        } else if (method.isLambda()) {
            if (!options.lambdas) return "is the body of a lambda (--lambdas)";
        } else if (method.is(Opcodes.ACC_SYNTHETIC) && !method.isSuspend()) {
            return "was generated by the compiler";
        }
        int minimum = method.hasLoop ? options.minimumLoopSize : options.minimumSize;
        if (method.size < minimum && !method.isMain() && firstMatch(options.presets, method) == null) {
            return "is trivial: " + method.size + " bytes of code, less than " + minimum
                    + (method.hasLoop ? " (--min-size-loop)" : " (--min-size)");
        }
        return null;
    }

    private static @Nullable FunctionPattern firstMatch(List<FunctionPattern> patterns, MethodFacts method) {
        for (FunctionPattern pattern : patterns) if (pattern.matches(method)) return pattern;
        return null;
    }
}
