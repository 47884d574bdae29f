package timemory.agent;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import net.bytebuddy.jar.asm.ClassReader;
import org.jspecify.annotations.Nullable;
import timemory.Timemory;
import timemory.agent.cache.WovenCache;
import timemory.agent.hot.SelectedFunctions;
import timemory.agent.record.Guard;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;
import timemory.agent.select.Program;
import timemory.agent.select.Selection;
import timemory.agent.weave.MethodPlan;
import timemory.agent.weave.Weaver;

/**
 * Weaves classes when they are loaded. The code that runs for each of them has no lambdas: the JVM would create a class for each at program
 * start.
 *
 * <p>After any failure, the class is unchanged; it is counted, and reported with the error. A thread that is already here, because weaving
 * a class loads another one, skips that one.
 */
final class Transformer implements ClassFileTransformer {
    private final Selection selection;
    private final @Nullable SelectedFunctions chosen;
    private final Plans plans;
    private final KeptClasses kept;
    private final KotlinRuntimes kotlins;
    private final @Nullable Retransformer retransformer;
    private final HooksClassLoaderBridge reach;

    /** For this measurement: the next one, after attaching again, has its own. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Busy> busy = new ThreadLocal<>() {
        @Override
        protected Busy initialValue() {
            return new Busy();
        }
    };

    /** A field, so that a thread without any stack left can change it: see {@link Guard}. */
    private static final class Busy {
        boolean isWeaving;
    }

    /** To access the file system only once for each JAR or folder. */
    private final Map<ProtectionDomain, String> locations = Collections.synchronizedMap(new WeakHashMap<>());

    final AtomicInteger wovenClasses = new AtomicInteger();
    final AtomicInteger wovenMethods = new AtomicInteger();

    /** Functions whose original code was restored, because they are no longer measured. */
    final AtomicInteger releasedMethods = new AtomicInteger();

    /** Names of woven classes, in any loader. */
    private final Set<String> woven = ConcurrentHashMap.newKeySet();

    /** How classes were woven, to weave the same again. */
    private final ClassPlans known = new ClassPlans();

    /** Numbers of functions that were woven after their class was loaded: see {@link #takeLate}. */
    private final Queue<Integer> late = new ConcurrentLinkedQueue<>();

    /** The number of loops that were not measured, by reason. */
    final Map<String, Integer> loopsLeft = new ConcurrentHashMap<>();

    /** Classes and functions left unchanged because of a failure, with the failure. */
    final Map<String, String> failures = Collections.synchronizedMap(new TreeMap<>());

    /** @param chosen decides which of the selected functions are woven, {@code null} for all */
    Transformer(Selection selection, @Nullable SelectedFunctions chosen, Plans plans, KeptClasses kept, KotlinRuntimes kotlins,
            HooksClassLoaderBridge reach,
            Instrumentation instrumentation) {
        this.chosen = chosen;
        this.reach = reach;
        this.selection = selection;
        this.plans = plans;
        this.kept = kept;
        this.kotlins = kotlins;
        retransformer = selection.needsCallees() ? new Retransformer(instrumentation, selection.calls()) : null;
    }

    /** Returns those of {@code loaded} that may have functions to measure. */
    List<Class<?>> candidates(Class<?>[] loaded) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : loaded) {
            if (type.isArray() || type.isPrimitive() || type.isHidden() || isOfMeasurement(type.getClassLoader(), type.getName())) continue;
            Origin origin = originOf(type.getModule(), type.getClassLoader(), type.getProtectionDomain());
            if (selection.reasonAgainst(type.getName(), origin) == null) found.add(type);
        }
        return found;
    }

    /**
     * Returns those of {@code loaded} that have functions for which {@code isOver} returns true for their number, because they are no
     * longer measured.
     */
    List<Class<?>> released(Class<?>[] loaded, IntPredicate isOver) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : wovenOf(loaded)) {
            ClassPlan plan = known.find(type.getClassLoader(), type.getName());
            int count = plan == null ? 0 : plan.release(isOver);
            if (count > 0) found.add(type);
            releasedMethods.addAndGet(count);
        }
        return found;
    }

    /** Returns numbers of functions that were woven, after their class was loaded, since the last call. */
    List<Integer> takeLate() {
        List<Integer> taken = new ArrayList<>();
        for (Integer number = late.poll(); number != null; number = late.poll()) taken.add(number);
        return taken;
    }

    /** Whether a loaded class may have functions to measure with one of {@code names}; {@code true} if in doubt. */
    boolean selects(Class<?> type, Set<String> names) {
        byte[] bytes = ClassBytes.of(type);
        if (bytes == null) return true;
        Origin origin = originOf(type.getModule(), type.getClassLoader(), type.getProtectionDomain());
        try {
            for (MethodFacts method : ClassFacts.read(new ClassReader(bytes), origin, false).methods) {
                if (names.contains(method.name) && selection.of(method).isSelected()) return true;
            }
            return false;
        } catch (RuntimeException ignored) {
            return true;
        }
    }

    /** Returns the woven classes among {@code loaded}. */
    List<Class<?>> wovenOf(Class<?>[] loaded) {
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> type : loaded) if (woven.contains(type.getName())) found.add(type);
        return found;
    }

    @Override
    public byte @Nullable [] transform(Module module, @Nullable ClassLoader loader, @Nullable String name,
            @Nullable Class<?> redefined, @Nullable ProtectionDomain domain, byte[] bytes) {
        if (name == null) return null;
        if (KotlinRuntimes.takes(name, loader)) return ofKotlin(name, loader, bytes);
        if (isOfMeasurement(loader, name)) return null;
        if (chosen != null && !selection.knowsMark() && chosen.isPast(name.replace('/', '.'))) return null;
        Busy here = busy.get();
        if (here.isWeaving) return null;
        Guard guard = Guard.here();
        boolean wasInside = guard.isInside;
        here.isWeaving = true;
        guard.isInside = true;
        try {
            return transform(loader, originOf(module, loader, domain), name.replace('/', '.'), bytes, redefined != null);
        } catch (Throwable failure) {
            failures.put(name.replace('/', '.'), failure.toString());
            return null;
        } finally {
            guard.isInside = wasInside;
            here.isWeaving = false;
        }
    }

    private byte @Nullable [] ofKotlin(String name, @Nullable ClassLoader loader, byte[] bytes) {
        try {
            byte[] result = kotlins.weave(name, loader, bytes);
            if (result != null) woven.add(name.replace('/', '.'));
            return result;
        } catch (Throwable failure) {
            failures.put(name.replace('/', '.'), failure.toString());
            return null;
        }
    }

    /**
     * Whether a class is part of the measuring code: every class of the agent's loader and, if the agent uses the program's timemory, that
     * and the Kotlin libraries in the same loader.
     */
    private static boolean isOfMeasurement(@Nullable ClassLoader loader, String name) {
        if (loader == null) return false;
        if (loader == Transformer.class.getClassLoader()) return true;
        return loader == Timemory.class.getClassLoader() && (name.startsWith("kotlin") || isTimemory(name));
    }

    private static boolean isTimemory(String name) {
        return name.startsWith("timemory/")
                && (name.indexOf('/', 9) < 0 || name.startsWith("timemory/jvm/") || name.startsWith("timemory/bridges/"));
    }

    private byte @Nullable [] transform(@Nullable ClassLoader loader, Origin origin, String name, byte[] bytes, boolean isLoaded)
            throws ReflectiveOperationException {
        if (selection.reasonAgainst(name, origin, bytes) != null) return null;
        if (chosen != null && !chosen.mayTake(name) && !selection.mayBeMarked(name, origin, bytes)) return null;
        WovenCache.Kept before = isLoaded ? null : kept.find(origin, name, bytes);
        if (before != null) {
            if (before.functions.isEmpty()) return null;
            ClassPlan plan = known.of(loader, name);
            if (chosen == null || chosen.takesWhole(name, before.functions.size()))
                return finished(loader, name, plan, kept.again(before, plan));
        }
        return woven(loader, origin, name, bytes, isLoaded);
    }

    private byte @Nullable [] woven(@Nullable ClassLoader loader, Origin origin, String name, byte[] bytes, boolean isLoaded)
            throws ReflectiveOperationException {
        ClassReader reader = new ClassReader(bytes);
        ClassFacts facts = ClassFacts.read(reader, origin, selection.needsCallees());
        if (retransformer != null) {
            Set<String> more = selection.note(facts);
            if (!more.isEmpty()) retransformer.add(more);
        }
        List<MethodFacts> selected = new ArrayList<>();
        for (MethodFacts method : facts.methods) if (selection.of(method).isSelected()) selected.add(method);
        if (selected.isEmpty()) {
            if (!isLoaded) kept.keepUnchanged(origin, name, bytes);
            return null;
        }
        ClassPlan before = known.of(loader, name);
        List<MethodFacts> now = before.unreleased(chosen == null ? selected : chosen.of(name, selected));
        if (now.isEmpty()) return null;
        List<MethodFacts> late = new ArrayList<>();
        if (isLoaded) for (MethodFacts method : now) if (before.get(method) == null) late.add(method);
        Map<MethodFacts, MethodPlan> plan = plans.of(selected, now, before);
        if (!isLoaded && now.size() == selected.size()) {
            byte[] made = kept.weave(origin, name, bytes, reader, facts, plan);
            if (made != null) return finished(loader, name, before, made);
        }
        Weaver.Woven woven = Weaver.weave(reader, facts, plan);
        for (MethodFacts method : woven.tooLarge()) {
            before.leave(method);
            failures.put(method.function(), "its code would be larger than the 64 kB a method may have");
        }
        if (woven.tooLarge().size() == now.size()) return null;
        for (MethodFacts method : late) {
            MethodPlan made = plan.get(method);
            if (made != null && !woven.tooLarge().contains(method)) this.late.add(made.site());
        }
        if (before.isNew() && !woven.loopsLeft().isEmpty()) {
            woven.loopsLeft().forEach((reason, count) -> loopsLeft.merge(reason, count, Integer::sum));
        }
        return finished(loader, name, before, woven.bytes());
    }

    private byte[] finished(@Nullable ClassLoader loader, String name, ClassPlan plan, byte[] bytes) throws ReflectiveOperationException {
        byte[] adapted = reach.adapt(loader, bytes);
        woven.add(name);
        if (plan.isNew()) wovenClasses.incrementAndGet();
        wovenMethods.addAndGet(plan.countNew());
        return adapted;
    }

    private Origin originOf(Module module, @Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
        String moduleName = module.isNamed() ? module.getName() : "";
        boolean isJdk = loader == null || loader == ClassLoader.getPlatformClassLoader()
                || moduleName.startsWith("jdk.") && ModuleLayer.boot().findModule(moduleName).isPresent();
        String location = isJdk || domain == null || domain.getCodeSource() == null ? "" : locationOf(domain);
        return new Origin(location, moduleName, isJdk);
    }

    private String locationOf(ProtectionDomain domain) {
        String known = locations.get(domain);
        if (known != null) return known;
        String location = Program.locationOf(domain.getCodeSource().getLocation());
        locations.put(domain, location);
        return location;
    }
}
