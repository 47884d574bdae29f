package timemory.jvm.gotcha;

import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import org.jspecify.annotations.Nullable;

/**
 * A call in a class that is being linked. The classes decide which function it refers to: the receiver's static type, or the class that
 * contains a static function.
 *
 * @param caller with the access rights of the calling class
 * @param called the function that the JVM resolved
 * @param type of the call, including the receiver
 */
record Call(MethodHandles.Lookup caller, MethodHandleInfo called, MethodType type) {

    /**
     * A call of a function named by a gotcha.
     *
     * @param receiver the class that the receiver must be an instance of, if its static type is less specific; {@code null} if no check is
     * needed
     */
    record Meaning(CalledFunction function, @Nullable Class<?> receiver) {}

    boolean isStatic() {
        return called.getReferenceKind() == MethodHandleInfo.REF_invokeStatic;
    }

    /** Returns what the call means for {@code name}; {@code null} if it is of another function. */
    @Nullable
    Meaning as(FunctionName name) {
        if (!name.matches(called.getName(), called.getMethodType())) return null;
        CalledFunction function = new CalledFunction(name.owner, called.getName(), called.getMethodType(), isStatic());
        if (isStatic()) return isStaticOf(name) ? new Meaning(function, null) : null;
        boolean isExact = called.getReferenceKind() == MethodHandleInfo.REF_invokeSpecial;
        Class<?> receiver = isExact ? called.getDeclaringClass() : type.parameterType(0);
        for (Class<?> above : FunctionName.allAbove(receiver)) {
            if (above.getName().equals(name.owner)) return has(above) ? new Meaning(function, null) : null;
        }
        if (isExact) return null;
        Class<?> named = FunctionName.find(name.owner, caller.lookupClass().getClassLoader());
        return named != null && receiver.isAssignableFrom(named) && has(named) ? new Meaning(function, named) : null;
    }

    private boolean isStaticOf(FunctionName name) {
        Class<?> declaring = called.getDeclaringClass();
        if (declaring.getName().equals(name.owner)) return true;
        Class<?> named = FunctionName.find(name.owner, caller.lookupClass().getClassLoader());
        if (named == null || !declaring.isAssignableFrom(named)) return false;
        Method first = first(named);
        return first != null && first.getDeclaringClass() == declaring;
    }

    private boolean has(Class<?> type) {
        return first(type) != null;
    }

    private @Nullable Method first(Class<?> type) {
        for (Class<?> one : FunctionName.allAbove(type)) {
            for (Method method : one.getDeclaredMethods()) {
                if (method.getName().equals(called.getName())
                        && FunctionName.typeOf(method).parameterList().equals(called.getMethodType().parameterList())) {
                    return method;
                }
            }
        }
        return null;
    }
}
