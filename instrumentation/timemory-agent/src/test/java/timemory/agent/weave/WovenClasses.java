package timemory.agent.weave;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import net.bytebuddy.jar.asm.ClassReader;
import timemory.agent.boot.Probes;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;

/**
 * Loads test classes again, woven, in addition to those that are already loaded. Each instance has its own hooks, so that tests in one JVM
 * do not see each other's programs.
 */
final class WovenClasses extends ClassLoader {
    private static final String HOOKS = "timemory.agent.boot.";

    private final String folder;
    private final Function<MethodFacts, MethodPlan> plans;
    final Map<String, Integer> loopsLeft = new HashMap<>();

    /**
     * @param folder the package whose classes are woven
     * @param plans what is woven into a method, {@code null} for nothing
     */
    WovenClasses(String folder, Probes probes, Function<MethodFacts, MethodPlan> plans) throws ReflectiveOperationException {
        super(WovenClasses.class.getClassLoader());
        this.folder = folder;
        this.plans = plans;
        loadClass(HOOKS + "Launch").getMethod("install", Probes.class).invoke(null, probes);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean isHook = name.equals(HOOKS + "Launch") || name.equals(HOOKS + "Hooks");
        if (!isHook && !name.startsWith(folder + '.')) return super.loadClass(name, resolve);
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            if (known != null) return known;
            byte[] bytes = bytesOf(name);
            if (!isHook) bytes = woven(bytes);
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private byte[] bytesOf(String name) throws ClassNotFoundException {
        try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
            if (in == null) throw new ClassNotFoundException(name);
            return in.readAllBytes();
        } catch (IOException failure) {
            throw new ClassNotFoundException(name, failure);
        }
    }

    private byte[] woven(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassFacts facts = ClassFacts.read(reader, new Origin("", "", false), false);
        Map<MethodFacts, MethodPlan> chosen = new HashMap<>();
        for (MethodFacts method : facts.methods) {
            MethodPlan plan = method.size == 0 ? null : plans.apply(method);
            if (plan != null) chosen.put(method, plan);
        }
        Weaver.Woven woven = Weaver.weave(reader, facts, chosen);
        woven.loopsLeft().forEach((reason, count) -> loopsLeft.merge(reason, count, Integer::sum));
        return woven.bytes();
    }
}
