package timemory.jvm.gotcha;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Bundle;
import timemory.ComponentType;
import timemory.OpenRegion;

/**
 * A region around the calls of a function, built from method handles so that arguments and results keep their types:
 * <pre>
 *     region = enter();  incoming audits(region, arguments...);  entered();
 *     try { result = call(arguments...); }
 *     finally { leaving(region);  audits of the result or of the exception;  leave(region); }
 * </pre>
 *
 * <p>Without audits, their steps are left out. In a gotcha's own code, and if the gotcha is inactive, there is no region, and every step
 * except the call does nothing.
 */
final class Measuring {
    private static final MethodHandle ENTER = Handles.findVirtual(Measuring.class, "enter", methodType(OpenRegion.class));
    private static final MethodHandle ENTERED = Handles.find(Measuring.class, "entered", methodType(void.class, OpenRegion.class));
    private static final MethodHandle LEAVING = Handles.find(Measuring.class, "leaving", methodType(void.class, OpenRegion.class));
    private static final MethodHandle LEAVE = Handles.findVirtual(Measuring.class, "leave", methodType(void.class, OpenRegion.class));
    private static final MethodHandle RETURNED = Handles.find(Measuring.class, "returned", methodType(boolean.class, Throwable.class));

    private final GotchaType<?> type;
    private final CalledFunction function;
    private final Bundle bundle;
    private final String label;
    private final List<ComponentType<?>> components;
    private final boolean hasAudits;
    private final Audits audits;

    Measuring(GotchaType<?> type, Bundle bundle, String label, CalledFunction function) {
        this.type = type;
        this.function = function;
        this.bundle = bundle;
        this.label = label.intern();
        components = bundle.getTypes();
        audits = new Audits(type, function, components);
        hasAudits = audits.areAny();
    }

    /** Returns the components that the steps were built for. */
    List<ComponentType<?>> components() {
        return components;
    }

    MethodHandle around(MethodHandle call) throws IllegalAccessException {
        MethodHandle begin = ENTER.bindTo(this);
        MethodHandle end = Handles.afterCall(call.type().returnType(), List.of(OpenRegion.class));
        MethodHandle leave = beside(LEAVE.bindTo(this), end.type());
        if (hasAudits) {
            MethodType told = call.type().insertParameterTypes(0, OpenRegion.class).changeReturnType(void.class);
            MethodHandle given = MethodHandles.dropArguments(MethodHandles.identity(OpenRegion.class), 1, call.type().parameterList());
            List<MethodHandle> incoming = audits.incoming(told);
            MethodHandle entered = ENTERED;
            if (!incoming.isEmpty()) {
                entered = MethodHandles.tryFinally(Handles.sequence(incoming), MethodHandles.dropArguments(ENTERED, 0, Throwable.class));
            }
            given = Handles.after(given, entered);
            begin = MethodHandles.foldArguments(given, begin);
            MethodHandle audited = MethodHandles.tryFinally(outgoing(end.type()), MethodHandles.dropArguments(leave, 0, Throwable.class));
            end = Handles.after(end, beside(LEAVING, end.type()), audited);
        } else {
            end = Handles.after(end, leave);
        }
        MethodHandle body = MethodHandles.tryFinally(MethodHandles.dropArguments(call, 0, OpenRegion.class), end);
        return MethodHandles.foldArguments(body, begin);
    }

    /** Returns the audits of a result or an exception: they take the exception, the result unless there is none, and the region. */
    private MethodHandle outgoing(MethodType end) throws IllegalAccessException {
        MethodType told = end.changeReturnType(void.class);
        MethodHandle nothing = MethodHandles.empty(told);
        MethodHandle returned = Handles.sequence(audits.outgoing(told.dropParameterTypes(0, 1)));
        MethodHandle thrown = Handles.sequence(audits.thrown(methodType(void.class, Throwable.class, OpenRegion.class)));
        returned = returned == null ? nothing : MethodHandles.dropArguments(returned, 0, Throwable.class);
        if (thrown == null) thrown = nothing;
        else if (told.parameterCount() == 3) thrown = MethodHandles.dropArguments(thrown, 1, told.parameterType(1));
        return MethodHandles.guardWithTest(RETURNED, returned, thrown);
    }

    /** Adapts {@code step}, which takes the region, to take everything that the end receives. */
    private static MethodHandle beside(MethodHandle step, MethodType end) {
        return MethodHandles.dropArguments(step, 0, end.parameterList().subList(0, end.parameterCount() - 1));
    }

    static boolean returned(Throwable thrown) {
        return thrown == null;
    }

    /**
     * Opens the region; returns {@code null} for none. If there are audits, the thread is in the gotcha's own code from here to {@link
     * #entered}.
     */
    @Nullable
    OpenRegion enter() {
        OwnCode own = OwnCode.here();
        if (own.isRunning || !type.gate().isOpenHere()) return null;
        own.isRunning = true;
        boolean stays = false;
        try {
            OpenRegion region = bundle.open(label);
            stays = hasAudits;
            return region;
        } catch (Throwable failure) {
            tellOf("begin", failure);
            return null;
        } finally {
            own.isRunning = stays;
        }
    }

    static void entered(OpenRegion region) {
        if (region != null) OwnCode.here().isRunning = false;
    }

    static void leaving(OpenRegion region) {
        if (region != null) OwnCode.here().isRunning = true;
    }

    void leave(OpenRegion region) {
        if (region == null) return;
        OwnCode own = OwnCode.here();
        own.isRunning = true;
        try {
            region.close();
        } catch (Throwable failure) {
            tellOf("end", failure);
        } finally {
            own.isRunning = false;
        }
    }

    private void tellOf(String step, Throwable failure) {
        try {
            type.tell(step, "the region of a call of " + function + " failed to " + step + ": " + failure);
        } catch (Throwable ignored) {
            // Probably a stack overflow, which the program will encounter itself.
        }
    }
}
