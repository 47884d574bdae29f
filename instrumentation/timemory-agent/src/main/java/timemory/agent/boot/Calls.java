package timemory.agent.boot;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleInfo;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Links calls that gotchas see. Such a call is an {@code invokedynamic} with the bootstrap method {@link #link}, which receives the
 * function as a method handle: the JVM created it with the access rights of the calling class, as for the call itself.
 *
 * <p>Linkers decide what a call does: functions of the libraries with gotchas, at most one for each class loader that has the library. They
 * share only JDK classes with the agent, so that any of them works with any agent.
 *
 * <p>Methods may be called from any thread.
 */
public final class Calls {
    /** Set once the agent can weave calls. */
    private static volatile @Nullable CallWeaving weaving;

    /** Linkers added later wrap the earlier ones. */
    private static volatile List<BiFunction<Object[], MethodHandle, MethodHandle>> linkers = Collections.emptyList();

    /** All linked calls; they are collected with the classes that contain them. */
    private static final List<WeakReference<Site>> SITES = new ArrayList<>();

    private static int cleanAt = 1024;

    private Calls() {}

    /** Registers the agent's weaver when it is ready to weave calls; only the first call has an effect. */
    public static void install(CallWeaving ready) {
        synchronized (Calls.class) {
            if (weaving == null) weaving = ready;
        }
    }

    /**
     * Weaves calls of {@code functions}, to be linked by {@code linker} among others.
     *
     * @param functions for each, the class with slashes; a regular expression of names; {@code static}, {@code instance} or empty if
     * unknown; the descriptors of the parameters, separated by spaces between methods, empty if unknown; and the class with all its
     * supertypes, separated by spaces
     * @param linker receives the lookup of the calling class, the {@link MethodHandleInfo} of the function and the {@link MethodType} of
     * the call, and what the call does so far; returns what it is to do
     * @param tell receives messages for the user
     * @return the reason if it failed, {@code null} on success
     */
    public static @Nullable String watch(List<String[]> functions, BiFunction<Object[], MethodHandle, MethodHandle> linker,
            Consumer<String> tell) {
        CallWeaving ready = weaving;
        if (ready == null) return "timemory's agent did not start in this program (see its stderr for the reason)";
        synchronized (Calls.class) {
            if (!linkers.contains(linker)) {
                List<BiFunction<Object[], MethodHandle, MethodHandle>> more = new ArrayList<>(linkers);
                more.add(linker);
                linkers = more;
            }
        }
        relink();
        ready.watch(functions, tell);
        return null;
    }

    /** Calls the linkers again for every linked call. */
    public static void relink() {
        List<Site> sites = new ArrayList<>();
        synchronized (SITES) {
            for (Iterator<WeakReference<Site>> all = SITES.iterator(); all.hasNext();) {
                Site site = all.next().get();
                if (site == null) all.remove();
                else sites.add(site);
            }
        }
        if (sites.isEmpty()) return;
        for (Site site : sites) site.compose();
        MutableCallSite.syncAll(sites.toArray(new MutableCallSite[0]));
    }

    /** The bootstrap method of calls. */
    public static CallSite link(MethodHandles.Lookup caller, String name, MethodType type, MethodHandle function) {
        Site site = new Site(caller, type, function);
        if (site.info == null) return site;
        synchronized (SITES) {
            if (SITES.size() == cleanAt) {
                SITES.removeIf(known -> known.get() == null);
                cleanAt = Math.max(1024, SITES.size() * 2);
            }
            SITES.add(new WeakReference<>(site));
        }
        site.compose();
        return site;
    }

    /**
     * The bootstrap method of method references: creates the class that they are an object of, whose method performs the call as linked.
     *
     * @param arguments the original bootstrap method, then its arguments, as in {@link java.lang.invoke.LambdaMetafactory}
     */
    public static CallSite reference(MethodHandles.Lookup caller, String name, MethodType type, Object... arguments) throws Throwable {
        try {
            return woven(caller, name, type, arguments);
        } catch (Throwable failure) {
            // As without us: the method reference has to work.
            List<Object> all = new ArrayList<>(List.of(caller, name, type));
            for (int i = 1; i < arguments.length; i++) all.add(arguments[i]);
            return (CallSite) ((MethodHandle) arguments[0]).invokeWithArguments(all);
        }
    }

    private static CallSite woven(MethodHandles.Lookup caller, String name, MethodType type, Object[] arguments) throws Throwable {
        MethodHandle function = (MethodHandle) arguments[2];
        List<MethodType> forms = new ArrayList<>(List.of((MethodType) arguments[1]));
        List<Class<?>> markers = new ArrayList<>();
        if (arguments.length > 4) {
            int flags = (Integer) arguments[4];
            int at = 5;
            if ((flags & LambdaMetafactory.FLAG_MARKERS) != 0) {
                for (int left = (Integer) arguments[at++]; left > 0; left--) markers.add((Class<?>) arguments[at++]);
            }
            if ((flags & LambdaMetafactory.FLAG_BRIDGES) != 0) {
                for (int left = (Integer) arguments[at++]; left > 0; left--) {
                    MethodType bridge = (MethodType) arguments[at++];
                    if (!forms.contains(bridge)) forms.add(bridge);
                }
            }
        }
        Class<?> owner = caller.lookupClass();
        String inside = owner.isHidden() ? owner.getName().substring(0, owner.getName().indexOf('/')) : owner.getName();
        // Code with woven references was created by it.
        byte[] made = Objects.requireNonNull(weaving).reference(inside.replace('.', '/'), type, name, forms, markers);
        MethodHandle call = link(caller, name, function.type(), function).dynamicInvoker();
        call = call.asType(((MethodType) arguments[3]).insertParameterTypes(0, type.parameterList()));
        MethodHandles.Lookup lambda = caller.defineHiddenClassWithClassData(made, call, false, MethodHandles.Lookup.ClassOption.NESTMATE);
        MethodHandle make = lambda.findStatic(lambda.lookupClass(), "make", type);
        if (type.parameterCount() == 0) make = MethodHandles.constant(type.returnType(), make.invoke());
        return new ConstantCallSite(make);
    }

    /** The bootstrap method of the call in the class of a method reference. */
    public static CallSite insideReference(MethodHandles.Lookup lambda, String name, MethodType type) throws IllegalAccessException {
        return new ConstantCallSite(MethodHandles.classData(lambda, "_", MethodHandle.class).asType(type));
    }

    /** One call in one class. */
    private static final class Site extends MutableCallSite {
        private final MethodHandles.Lookup caller;
        private final MethodHandle function;

        /** {@code null} if the handle does not reveal its target; such a call is unchanged. */
        final @Nullable MethodHandleInfo info;

        Site(MethodHandles.Lookup caller, MethodType type, MethodHandle function) {
            super(function.asFixedArity().asType(type));
            this.caller = caller;
            this.function = getTarget();
            MethodHandleInfo told = null;
            try {
                told = caller.revealDirect(function);
            } catch (IllegalArgumentException | SecurityException ignored) {
                // stays null
            }
            info = told;
        }

        synchronized void compose() {
            MethodHandle call = function;
            Object[] about = {caller, info, type()};
            for (BiFunction<Object[], MethodHandle, MethodHandle> linker : linkers) {
                try {
                    call = linker.apply(about, call).asType(type());
                } catch (Throwable failure) {
                    // The linker reports its failures itself; the program has to continue.
                }
            }
            setTarget(call);
        }
    }
}
