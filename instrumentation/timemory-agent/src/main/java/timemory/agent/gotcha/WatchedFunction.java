package timemory.agent.gotcha;

import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Functions whose calls are woven: those of a class with a matching name. A call may name a subtype or supertype of their class; which of
 * the woven calls refer to one of the functions is decided when they are linked, by classes instead of names.
 */
final class WatchedFunction {
    private final String owner;
    private final Pattern name;

    /** {@code null} if unknown. */
    private final @Nullable Boolean isStatic;

    /** Descriptors of parameters, {@code (D)}; {@code null} for any. */
    private final @Nullable Set<String> parameters;

    /** The class and all its supertypes. */
    private final Set<String> above;

    /** In the format of {@link timemory.agent.boot.Calls#watch}. */
    WatchedFunction(String[] told) {
        owner = told[0];
        name = Pattern.compile(told[1]);
        isStatic = told[2].isEmpty() ? null : Boolean.valueOf(told[2].equals("static"));
        parameters = told[3].isEmpty() ? null : Set.of(told[3].split(" "));
        above = Set.of(told[4].split(" "));
    }

    /** Whether a call of a method with this name can refer to one of the functions. */
    boolean mayBe(String called) {
        return name.matcher(called).matches();
    }

    /** Whether a call can refer to one of the functions, as seen from a class of {@code loader}. */
    boolean mayBe(@Nullable ClassLoader loader, boolean staticCall, String calledOwner, String called, String descriptor) {
        if (isStatic != null && isStatic != staticCall || !mayBe(called)) return false;
        if (parameters != null && !parameters.contains(descriptor.substring(0, descriptor.indexOf(')') + 1))) return false;
        return above.contains(calledOwner) || ClassHierarchy.isBelow(loader, calledOwner, owner);
    }
}
