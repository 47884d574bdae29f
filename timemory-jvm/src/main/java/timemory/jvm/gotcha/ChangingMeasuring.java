package timemory.jvm.gotcha;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MutableCallSite;
import java.util.List;
import timemory.bundle.Bundle;
import timemory.ComponentType;

/**
 * {@link Measuring} with a bundle whose components may change at run time. Before each call they are compared with those that the steps
 * were built for; a call that finds a difference rebuilds the steps and uses the new ones.
 */
final class ChangingMeasuring extends MutableCallSite {
    private static final MethodHandle IS_OF =
            Handles.find(ChangingMeasuring.class, "isOf", methodType(boolean.class, Bundle.class, List.class));
    private static final MethodHandle RENEW = Handles.findVirtual(ChangingMeasuring.class, "renew", methodType(MethodHandle.class));

    private final GotchaType<?> gotcha;
    private final Bundle bundle;
    private final String label;
    private final CalledFunction function;
    private final MethodHandle call;

    ChangingMeasuring(GotchaType<?> gotcha, Bundle bundle, String label, CalledFunction function, MethodHandle call)
            throws IllegalAccessException {
        super(call.type());
        this.gotcha = gotcha;
        this.bundle = bundle;
        this.label = label;
        this.function = function;
        this.call = call;
        renew();
    }

    synchronized MethodHandle renew() throws IllegalAccessException {
        Measuring measuring = new Measuring(gotcha, bundle, label, function);
        MethodHandle isCurrent = MethodHandles.insertArguments(IS_OF, 0, bundle, measuring.components());
        MethodHandle renewed = MethodHandles.foldArguments(MethodHandles.exactInvoker(type()), RENEW.bindTo(this));
        setTarget(MethodHandles.guardWithTest(isCurrent, measuring.around(call), renewed));
        return getTarget();
    }

    static boolean isOf(Bundle bundle, List<ComponentType<?>> components) {
        return bundle.getTypes() == components;
    }
}
