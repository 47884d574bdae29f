package timemory.agent.option;

import java.util.List;
import net.bytebuddy.jar.asm.Type;
import timemory.agent.select.MethodFacts;

/** The label of a function: class and name, and other requested parts. */
public final class Labels {
    /** What labels can contain in addition to class and name. */
    public static final List<String> PARTS = List.of("file", "line", "args", "return");

    private Labels() {}

    /**
     * Returns the label of {@code method}.
     *
     * @param parts of {@link #PARTS}
     * @param parameters those that distinguish it from measured functions of its class with the same name, empty if there are none
     */
    public static String of(MethodFacts method, List<String> parts, String parameters) {
        if (method.mark != null && !method.mark.label.isEmpty()) return method.mark.label;
        StringBuilder label = new StringBuilder();
        if (parts.contains("return")) label.append(Type.getReturnType(method.descriptor).getClassName()).append(' ');
        label.append(method.owner.name).append('.').append(method.sourceName());
        label.append(parameters);
        return label.append(place(parts.contains("file") ? method.owner.source : "", parts.contains("line") ? method.line : 0)).toString();
    }

    /** Returns {@code " [Db.java:42]"}, without parts that are empty or 0. */
    public static String place(String file, int line) {
        if (file.isEmpty() && line <= 0) return "";
        if (line <= 0) return " [" + file + ']';
        return file.isEmpty() ? " [" + line + ']' : " [" + file + ':' + line + ']';
    }
}
