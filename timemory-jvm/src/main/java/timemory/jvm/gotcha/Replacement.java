package timemory.jvm.gotcha;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces a function by a user's method. */
final class Replacement {
    private static final MethodHandle BEGIN = Handles.find(Replacement.class, "begin", methodType(boolean.class, Gate.class));
    private static final MethodHandle END = Handles.find(Replacement.class, "end", methodType(void.class));

    private Replacement() {}

    /** Returns a handle that calls the replacement or, in a gotcha's own code and if the gotcha is inactive, {@code inside}. */
    static MethodHandle of(GotchaType<?> type, GotchaType.Rule rule, CalledFunction function, MethodHandle inside)
            throws IllegalAccessException {
        Method method = find(rule, type.componentClass(), function.name(), inside.type());
        if (method == null) throw new IllegalArgumentException(missing(rule, type.componentClass(), function.name(), inside.type()));
        MethodHandle call = Handles.of(method).asType(inside.type());
        MethodHandle end = Handles.after(Handles.afterCall(call.type().returnType(), List.of()), END);
        return MethodHandles.guardWithTest(BEGIN.bindTo(type.gate()), MethodHandles.tryFinally(call, end), inside);
    }

    static boolean begin(Gate gate) {
        OwnCode own = OwnCode.here();
        if (own.isRunning || !gate.isOpenHere()) return false;
        own.isRunning = true;
        return true;
    }

    static void end() {
        OwnCode.here().isRunning = false;
    }

    /** Returns why {@code rule} cannot be applied to the known functions; {@code null} if it can. */
    static @Nullable String reasonAgainst(GotchaType.Rule rule, Class<?> component) {
        Class<?> owner = FunctionName.find(rule.function().owner, component.getClassLoader());
        if (owner == null) return null;
        for (Method function : rule.function().methodsOf(owner)) {
            MethodType type = FunctionName.typeOf(function);
            if (!Modifier.isStatic(function.getModifiers())) type = type.insertParameterTypes(0, owner);
            if (find(rule, component, function.getName(), type) == null) return missing(rule, component, function.getName(), type);
        }
        return null;
    }

    private static String missing(GotchaType.Rule rule, Class<?> component, String function, MethodType type) {
        Class<?> by = rule.by() == null ? component : rule.by();
        String name = rule.method() == null ? function : rule.method();
        return "there is no replacement of " + rule.function() + ": " + by.getName() + " lacks the method 'static "
                + type.returnType().getTypeName() + ' '
                + name + FunctionName.text(type) + "' (in Kotlin a function of its companion object with @JvmStatic)";
    }

    private static @Nullable Method find(GotchaType.Rule rule, Class<?> component, String function, MethodType type) {
        String name = rule.method() == null ? function : rule.method();
        for (Method method : (rule.by() == null ? component : rule.by()).getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && method.getName().equals(name) && fits(method, type)) return method;
        }
        return null;
    }

    private static boolean fits(Method method, MethodType type) {
        Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length != type.parameterCount()) return false;
        for (int i = 0; i < parameters.length; i++) if (!parameters[i].isAssignableFrom(type.parameterType(i))) return false;
        return type.returnType().isAssignableFrom(method.getReturnType());
    }
}
