package timemory.agent.option;

import java.util.List;
import net.bytebuddy.jar.asm.Type;
import timemory.agent.select.MethodFacts;

/** The label of a function: class and name, and what else was asked for. */
public final class Labels {
    /** What labels can have besides class and name. */
    public static final List<String> PARTS = List.of("file", "line", "args", "return");

    private Labels() {}

    /**
     * The label of {@code method}.
     *
     * @param parts of {@link #PARTS}
     * @param parameters what tells it apart from functions of its class that have its name and are measured too, empty where there are none
     */
    public static String of(MethodFacts method, List<String> parts, String parameters) {
        if (method.mark != null && !method.mark.label.isEmpty()) return method.mark.label;
        StringBuilder label = new StringBuilder();
        if (parts.contains("return")) label.append(Type.getReturnType(method.descriptor).getClassName()).append(' ');
        label.append(method.owner.name).append('.').append(method.sourceName());
        label.append(parameters);
        return label.append(place(parts.contains("file") ? method.owner.source : "", parts.contains("line") ? method.line : 0)).toString();
    }

    /** {@code " [Db.java:42]"}, without what is empty or 0. */
    public static String place(String file, int line) {
        if (file.isEmpty() && line <= 0) return "";
        if (line <= 0) return " [" + file + ']';
        return file.isEmpty() ? " [" + line + ']' : " [" + file + ':' + line + ']';
    }
}
