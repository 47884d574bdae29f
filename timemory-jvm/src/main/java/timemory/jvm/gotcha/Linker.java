package timemory.jvm.gotcha;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import timemory.ComponentType;
import timemory.bundle.Bundle;
import timemory.bundle.UserBundle;

/**
 * Decides what a call does: the original call, with every gotcha for its function around it. The compiler sees all of it as one unit,
 * because it is constant for the call until the call is linked again.
 *
 * <p>For one call, replacements are inside and measuring is around them; gotchas used later are around those used before. So if two
 * replacements are active, the later one is called.
 */
final class Linker implements BiFunction<Object[], MethodHandle, MethodHandle> {
    static final Linker ONLY = new Linker();

    /** The maximum number of parameter slots of a method, minus those needed here. */
    private static final int MAX_PARAMETERS = 240;

    private static final MethodHandle IS_OPEN = Handles.find(Gate.class, "isOpen", methodType(boolean.class, Gate.class));
    private static final MethodHandle IS_INSTANCE = Handles.findVirtual(Class.class, "isInstance", methodType(boolean.class, Object.class));

    private final List<GotchaType<?>> gotchas = new CopyOnWriteArrayList<>();

    private Linker() {}

    void add(GotchaType<?> type) {
        gotchas.add(type);
    }

    /** The callback for {@code Calls.watch}. */
    @Override
    public MethodHandle apply(Object[] about, MethodHandle plain) {
        Call call = new Call((MethodHandles.Lookup) about[0], (MethodHandleInfo) about[1], (MethodType) about[2]);
        OwnCode own = OwnCode.here();
        boolean before = own.isRunning;
        own.isRunning = true;
        try {
            MethodHandle handle = plain;
            for (GotchaType<?> type : gotchas) handle = with(type, call, handle, false);
            for (GotchaType<?> type : gotchas) handle = with(type, call, handle, true);
            return handle;
        } finally {
            own.isRunning = before;
        }
    }

    /**
     * Builds and calls the handles for {@code type}'s functions once, around functions that do nothing: the first time takes the JVM about
     * ten milliseconds, which would otherwise be part of the first measured region.
     */
    void warmUp(GotchaType<?> type, ClassLoader loader) {
        OwnCode own = OwnCode.here();
        boolean before = own.isRunning;
        own.isRunning = true;
        Map<ComponentType<?>, Boolean> seeing = new LinkedHashMap<>();
        try {
            MethodHandle nothingAtAll = Handles.find(Linker.class, "nothing", methodType(void.class));
            Call call = new Call(MethodHandles.lookup(), MethodHandles.lookup().revealDirect(nothingAtAll), nothingAtAll.type());
            apply(new Object[] {call.caller(), call.called(), call.type()}, nothingAtAll);
            for (GotchaType.Rule rule : type.rules()) call.as(rule.function());
            for (GotchaType.Rule rule : type.rules()) {
                Class<?> owner = FunctionName.find(rule.function().owner, loader);
                if (owner == null) {
                    // Nothing is known about its functions, so any of the audits may match.
                    if (rule.bundle() != null) for (ComponentType<?> component : rule.bundle().getTypes()) seeing.put(component, true);
                    continue;
                }
                for (Method method : rule.function().methodsOf(owner)) {
                    boolean isStatic = Modifier.isStatic(method.getModifiers());
                    MethodType plain = FunctionName.typeOf(method);
                    CalledFunction function = new CalledFunction(rule.function().owner, method.getName(), plain, isStatic);
                    MethodType all = isStatic ? plain : plain.insertParameterTypes(0, owner);
                    Object[] nothing = new Object[all.parameterCount()];
                    for (int i = 0; i < nothing.length; i++) nothing[i] = Array.get(Array.newInstance(all.parameterType(i), 1), 0);
                    MethodHandle made = around(type, rule, function, MethodHandles.empty(all));
                    guarded(type, made, MethodHandles.empty(all)).invokeWithArguments(nothing);
                    made.invokeWithArguments(nothing);
                    type.isAbout(function, Linker.class);
                    if (rule.bundle() != null) noteAudits(type, function, rule.bundle().getTypes(), seeing);
                }
            }
        } catch (Throwable failure) {
            // Reported when a call is linked.
        } finally {
            own.isRunning = before;
        }
        seeing.forEach((component, sees) -> {
            if (!sees) {
                type.tell("audit." + component.getId(), "component " + component.getId() + " audits calls, and none of its methods "
                        + "incoming, outgoing and thrown"
                        + " accepts the arguments or results of the functions of gotcha " + type.getId() + ": it is never called");
            }
        });
    }

    static void nothing() {}

    private static void noteAudits(GotchaType<?> type, CalledFunction function, List<ComponentType<?>> components,
            Map<ComponentType<?>, Boolean> seeing) {
        Audits audits = new Audits(type, function, components);
        for (int i = 0; i < components.size(); i++) {
            if (audits.isAudit(i)) seeing.merge(components.get(i), audits.sees(i), Boolean::logicalOr);
        }
    }

    private static MethodHandle with(GotchaType<?> type, Call call, MethodHandle inside, boolean measures) {
        for (GotchaType.Rule rule : type.rules()) {
            if (measures != (rule.bundle() != null)) continue;
            Call.Meaning meaning = call.as(rule.function());
            if (meaning == null || !type.isAbout(meaning.function(), call.caller().lookupClass())) continue;
            try {
                return with(type, rule, meaning, inside);
            } catch (Throwable failure) {
                type.tell("link",
                        "calls of " + meaning.function() + " in " + call.caller().lookupClass().getName() + " are not seen: " + failure);
                return inside;
            }
        }
        return inside;
    }

    private static MethodHandle with(GotchaType<?> type, GotchaType.Rule rule, Call.Meaning meaning, MethodHandle inside)
            throws IllegalAccessException {
        MethodType all = inside.type();
        if (all.parameterCount() > MAX_PARAMETERS)
            throw new IllegalArgumentException("it has more than " + MAX_PARAMETERS + " parameters");
        MethodType narrow = meaning.receiver() == null ? all : all.changeParameterType(0, meaning.receiver());
        MethodHandle call = inside.asType(narrow);
        MethodHandle with = around(type, rule, meaning.function(), call).asType(all);
        if (meaning.receiver() != null) {
            MethodHandle isMeant = IS_INSTANCE.bindTo(meaning.receiver()).asType(methodType(boolean.class, all.parameterType(0)));
            with = MethodHandles.guardWithTest(isMeant, with, inside);
        }
        return guarded(type, with, inside);
    }

    private static MethodHandle around(GotchaType<?> type, GotchaType.Rule rule, CalledFunction function, MethodHandle call)
            throws IllegalAccessException {
        Bundle bundle = rule.bundle();
        if (bundle == null) return Replacement.of(type, rule, function, call);
        String label = rule.function().label(function.name());
        if (bundle instanceof UserBundle) return new ChangingMeasuring(type, bundle, label, function, call).dynamicInvoker();
        return new Measuring(type, bundle, label, function).around(call);
    }

    private static MethodHandle guarded(GotchaType<?> type, MethodHandle with, MethodHandle inside) {
        return MethodHandles.guardWithTest(IS_OPEN.bindTo(type.gate()), with, inside);
    }
}
