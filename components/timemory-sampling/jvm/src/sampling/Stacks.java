package timemory.sampling;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** The names of the functions on a sampled stack. */
final class Stacks {

    /** What async-profiler calls the frames that are not of Java. */
    private static final Set<String> NATIVE = Set.of("Native", "C++", "Kernel");

    /** The threads of the JVM that are in Java, by the function that they begin with. */
    private static final Set<String> OF_THE_JVM = Set.of("java.lang.ref.Reference$ReferenceHandler.run",
            "java.lang.ref.Finalizer$FinalizerThread.run", "jdk.internal.misc.InnocuousThread.run");

    private Stacks() {}

    /** The functions of {@code stack}, innermost first; empty for none. */
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

    /** Whether {@code stack}, of {@code functions}, is of a thread of the program, and not of one that the JVM has for its own work. */
    static boolean isOfProgram(RecordedStackTrace stack, List<String> functions) {
        if (stack == null || stack.getFrames().stream().allMatch(frame -> NATIVE.contains(frame.getType()))) {
            return false;
        }
        return functions.stream().noneMatch(OF_THE_JVM::contains);
    }

    /**
     * The name of a function. A class made while the program runs has a number in its own, another one each time:
     * {@code Main$$Lambda/0x00007f} here, and {@code Main$$Lambda.0x00007f} in recordings.
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
