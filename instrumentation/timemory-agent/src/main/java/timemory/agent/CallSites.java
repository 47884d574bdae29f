package timemory.agent;

import java.util.Set;
import java.util.regex.Pattern;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.MethodFacts;

/**
 * Selects the calls that are measured at the call site, and determines their labels.
 *
 * <p>Calls that compilers generate are left out: they box numbers, check for {@code null} and concatenate strings. Code that compilers turn
 * into {@code invokedynamic}, such as lambdas and concatenated strings, is not a method call and is not measured either.
 */
final class CallSites {
    private static final Set<String> BOXES = Set.of(
            "java/lang/Boolean", "java/lang/Byte", "java/lang/Character", "java/lang/Short", "java/lang/Integer", "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double", "java/lang/Number");

    private final @Nullable Pattern pattern;

    /** Calls of methods that {@code pattern} matches, such as {@code com.acme.Db.query(java.lang.String, int)}; {@code null} for any. */
    CallSites(@Nullable Pattern pattern) {
        this.pattern = pattern;
    }

    /** Returns the label of a call, with names as in class files; {@code null} if it is not measured. */
    @Nullable
    String labelOf(String owner, String name, String descriptor, String place) {
        if (isOfCompiler(owner, name)) return null;
        String method = Type.getObjectType(owner).getClassName() + '.' + name;
        if (pattern != null && !pattern.matcher(method + MethodFacts.parameters(descriptor)).find()) return null;
        return "call " + method + place;
    }

    private static boolean isOfCompiler(String owner, String name) {
        if (BOXES.contains(owner)) return name.equals("valueOf") || name.endsWith("Value");
        if (owner.equals("java/lang/Object")) return name.equals("<init>") || name.equals("getClass");
        return owner.startsWith("kotlin/jvm/internal/")
                || owner.startsWith("timemory/")
                || owner.equals("java/lang/StringBuilder")
                || owner.equals("java/util/Objects") && name.equals("requireNonNull");
    }
}
