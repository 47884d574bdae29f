package timemory.sampling;

import java.util.ArrayList;
import java.util.List;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;

/** The names of the functions on a sampled stack. */
final class Stacks {

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
