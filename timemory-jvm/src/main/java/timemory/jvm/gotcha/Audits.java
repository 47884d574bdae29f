package timemory.jvm.gotcha;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.Component;
import timemory.ComponentType;
import timemory.OpenRegion;

/**
 * The audits of one function by the components of a bundle, each a method handle without a result that finds its component in the region,
 * and suppresses exceptions.
 */
final class Audits {
    private static final MethodHandle IS_THERE =
            Handles.find(Audits.class, "isThere", methodType(boolean.class, int.class, Class.class, OpenRegion.class));
    private static final MethodHandle COMPONENT =
            Handles.findVirtual(OpenRegion.class, "component", methodType(Component.class, int.class));
    private static final MethodHandle FAILED =
            Handles.findVirtual(Audits.class, "failed", methodType(void.class, Class.class, String.class, Throwable.class));

    private final GotchaType<?> type;
    private final CalledFunction function;

    /** The class of each component that audits; {@code null} for the others. */
    private final List<@Nullable Class<?>> classes = new ArrayList<>();

    Audits(GotchaType<?> type, CalledFunction function, List<ComponentType<?>> components) {
        this.type = type;
        this.function = function;
        for (ComponentType<?> component : components) {
            Class<?> made = component.create().getClass();
            boolean isAudit = Audit.class.isAssignableFrom(made);
            classes.add(isAudit ? made : null);
        }
    }

    boolean areAny() {
        return classes.stream().anyMatch(one -> one != null);
    }

    /** Returns whether component {@code index} is an audit, for functions like these or others. */
    boolean isAudit(int index) {
        return classes.get(index) != null;
    }

    /** Returns whether component {@code index} has an audit for this function. */
    boolean sees(int index) {
        Class<?> component = classes.get(index);
        return best(component, "incoming", arguments()) != null || best(component, "outgoing", result()) != null
                || best(component, "thrown", methodType(void.class, Throwable.class)) != null;
    }

    private MethodType arguments() {
        MethodType told = function.type().changeReturnType(void.class);
        Class<?> owner = function.isStatic() ? null : Object.class;
        return owner == null ? told : told.insertParameterTypes(0, owner);
    }

    private MethodType result() {
        Class<?> result = function.type().returnType();
        return result == void.class ? methodType(void.class) : methodType(void.class, result);
    }

    /** Returns the audits of arguments with type {@code told}: the region, the receiver if there is one, the arguments. */
    List<MethodHandle> incoming(MethodType told) throws IllegalAccessException {
        return all("incoming", told.dropParameterTypes(0, 1), told, 0);
    }

    /** Returns the audits of results with type {@code told}: the result unless there is none, the region. */
    List<MethodHandle> outgoing(MethodType told) throws IllegalAccessException {
        return all("outgoing", told.dropParameterTypes(told.parameterCount() - 1, told.parameterCount()), told, told.parameterCount() - 1);
    }

    /** Returns the audits of exceptions with type {@code told}: the exception, the region. */
    List<MethodHandle> thrown(MethodType told) throws IllegalAccessException {
        return all("thrown", told.dropParameterTypes(1, 2), told, 1);
    }

    /**
     * Returns the audits {@code name} of all components.
     *
     * @param seen what they receive
     * @param told the same with the region, at {@code regionAt}
     */
    private List<MethodHandle> all(String name, MethodType seen, MethodType told, int regionAt) throws IllegalAccessException {
        List<MethodHandle> all = new ArrayList<>();
        for (int i = 0; i < classes.size(); i++) {
            Class<?> component = classes.get(i);
            Method method = component == null ? null : best(component, name, seen);
            if (method == null) continue;
            MethodHandle audit = told(method, seen);
            audit = audit.asType(audit.type().changeParameterType(0, Component.class).changeReturnType(void.class));
            audit = MethodHandles.filterArguments(audit, 0, MethodHandles.insertArguments(COMPONENT, 1, i));
            audit = regionTo(regionAt, audit, told);
            MethodHandle isThere =
                    regionTo(regionAt, MethodHandles.insertArguments(IS_THERE, 0, i, component), told.changeReturnType(boolean.class));
            audit = MethodHandles.guardWithTest(isThere, audit, MethodHandles.empty(told));
            MethodHandle failed = MethodHandles.insertArguments(FAILED.bindTo(this), 0, component, name);
            all.add(MethodHandles.catchException(audit, Throwable.class, failed));
        }
        return all;
    }

    /** Adapts {@code audit}, which takes the region first and possibly nothing else, to type {@code told}. */
    private static MethodHandle regionTo(int regionAt, MethodHandle audit, MethodType told) {
        int[] order = new int[audit.type().parameterCount()];
        order[0] = regionAt;
        for (int i = 1, next = 0; i < order.length; i++, next++) order[i] = next == regionAt ? ++next : next;
        return MethodHandles.permuteArguments(audit, told, order);
    }

    /** Adapts {@code method} to take its component and the values. */
    private MethodHandle told(Method method, MethodType seen) throws IllegalAccessException {
        MethodHandle handle = Handles.of(method);
        boolean withFunction = handle.type().parameterCount() > 1 && handle.type().parameterType(1) == CalledFunction.class;
        if (withFunction) handle = MethodHandles.insertArguments(handle, 1, function);
        MethodType wanted = seen.insertParameterTypes(0, handle.type().parameterType(0));
        if (isGeneral(method)) {
            if (method.getName().equals("incoming")) return handle.asCollector(Object[].class, seen.parameterCount()).asType(wanted);
            if (seen.parameterCount() == 0) return MethodHandles.insertArguments(handle, 1, (Object) null);
            return handle.asType(wanted);
        }
        int left = seen.parameterCount() - (handle.type().parameterCount() - 1);
        if (left == 1) handle = MethodHandles.dropArguments(handle, 1, seen.parameterType(0));
        return handle.asType(wanted.changeReturnType(handle.type().returnType()));
    }

    /** Returns whether it is a method of {@link Audit}, which accept everything. */
    private static boolean isGeneral(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return parameters.length == 2 && parameters[0] == CalledFunction.class
                && parameters[1] == (switch (method.getName()) {
                    case "incoming" -> Object[].class;
                    case "outgoing" -> Object.class;
                    default -> Throwable.class;
                });
    }

    /**
     * Returns the method {@code name} that best matches {@code seen}; the general one if no other matches; {@code null} if that does
     * nothing.
     */
    private @Nullable Method best(Class<?> component, String name, MethodType seen) {
        Method general = null;
        List<Method> fitting = new ArrayList<>();
        for (Method method : component.getMethods()) {
            if (!method.getName().equals(name) || Modifier.isStatic(method.getModifiers()) || method.isBridge()) continue;
            if (isGeneral(method)) general = method.getDeclaringClass() == Audit.class ? general : method;
            else if (fit(method, seen) > 0) fitting.add(method);
        }
        // Compares by text in the end, so that the choice is deterministic.
        return fitting.stream().max(Comparator.<Method>comparingInt(method -> fit(method, seen)).thenComparing(Method::toString))
                .orElse(general);
    }

    /** Returns 0 if {@code method} does not accept {@code seen}; otherwise more the better it matches. */
    private int fit(Method method, MethodType seen) {
        Class<?>[] parameters = method.getParameterTypes();
        int first = parameters.length > 0 && parameters[0] == CalledFunction.class ? 1 : 0;
        int count = parameters.length - first;
        boolean isArguments = method.getName().equals("incoming") && !function.isStatic();
        int without = isArguments && count == seen.parameterCount() - 1 ? 1 : 0;
        if (count + without != seen.parameterCount()) return 0;
        int exact = 0;
        for (int i = 0; i < count; i++) {
            Class<?> given = seen.parameterType(i + without);
            Class<?> taken = parameters[first + i];
            boolean isReceiver = isArguments && without == 0 && i == 0;
            if (!taken.isAssignableFrom(given) && !(isReceiver && given == Object.class)) return 0;
            if (taken == given) exact++;
        }
        return 1 + 2 * exact + (without == 0 ? 1 : 0);
    }

    static boolean isThere(int index, Class<?> component, OpenRegion region) {
        return region != null && component.isInstance(region.component(index));
    }

    void failed(Class<?> component, String audit, Throwable failure) {
        try {
            type.tell("audit." + component.getName() + '.' + audit,
                    component.getName() + " failed in its audit '" + audit + "' of " + function + ", the program continued: " + failure);
        } catch (Throwable ignored) {
            // Probably a stack overflow, which the program will encounter itself.
        }
    }
}
