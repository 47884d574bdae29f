package timemory.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** Extracts function names from a sampled stack. */
final class Stacks {

    /** async-profiler's types of non-Java frames. */
    private static final Set<String> NATIVE = Set.of("Native", "C++", "Kernel");

    /** The JVM's own threads that run Java code, by their first function. */
    private static final Set<String> OF_THE_JVM = Set.of("java.lang.ref.Reference$ReferenceHandler.run",
            "java.lang.ref.Finalizer$FinalizerThread.run", "jdk.internal.misc.InnocuousThread.run");

    private Stacks() {}

    /** Returns the functions of {@code stack}, innermost first; empty for none. */
    static List<String> functions(RecordedStackTrace stack) {
        List<String> functions = new ArrayList<>();
        if (stack == null) {
            return functions;
        }
        for (RecordedFrame frame : stack.getFrames()) {
            RecordedMethod method = frame.getMethod();
            if (method != null) {
                functions.add(name(method.getType() == null ? "" : method.getType().getName(), method.getName()));
            }
        }
        return functions;
    }

    /** Returns whether {@code stack}, with {@code functions}, belongs to a thread of the program rather than to one of the JVM's own. */
    static boolean isOfProgram(RecordedStackTrace stack, List<String> functions) {
        if (stack == null || stack.getFrames().stream().allMatch(frame -> NATIVE.contains(frame.getType()))) {
            return false;
        }
        return functions.stream().noneMatch(OF_THE_JVM::contains);
    }

    /**
     * Returns the name of a function. A class generated at run time has a different number in its name each time: {@code
     * Main$$Lambda/0x00007f} here, and {@code Main$$Lambda.0x00007f} in recordings.
     */
    static String name(String className, String method) {
        int number = className.indexOf("/0x");
        if (number < 0) {
            number = className.indexOf(".0x");
        }
        String shown = number < 0 ? className : className.substring(0, number);
        return shown.isEmpty() ? method : shown + "." + method;
    }
}
