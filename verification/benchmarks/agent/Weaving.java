import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import timemory.agent.boot.Hooks;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;
import timemory.agent.weave.MethodPlan;
import timemory.agent.weave.Weaver;

/**
 * How long it takes to weave all methods of a JAR's classes with the agent's weaver and with Byte Buddy's {@code Advice}: the first pass,
 * as when a program starts, and the best of ten. Run with Byte Buddy and {@code instrumentation/timemory-agent/target/classes} in the class
 * path; the argument is the JAR.
 */
public final class Weaving {
    /** The code that Byte Buddy weaves: the same calls. */
    public static final class Calls {
        @Advice.OnMethodEnter
        static Object enter() {
            return Hooks.enter(4711);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter Object region) {
            Hooks.exit(region);
        }
    }

    public static void main(String[] arguments) throws Exception {
        Map<String, byte[]> classes = new HashMap<>();
        try (JarFile jar = new JarFile(arguments[0])) {
            for (var entry : java.util.Collections.list(jar.entries())) {
                String name = entry.getName();
                if (!name.endsWith(".class") || name.startsWith("META-INF")) continue;
                classes.put(name.substring(0, name.length() - 6).replace('/', '.'), jar.getInputStream(entry).readAllBytes());
            }
        }
        boolean byAdvice = arguments[1].equals("advice");
        try (ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.ForJarFile.of(Path.of(arguments[0]).toFile()), ClassFileLocator.ForClassLoader.ofSystemLoader())) {
            List<Double> times = new ArrayList<>();
            for (int pass = 0; pass < 10; pass++) {
                TypePool pool = TypePool.Default.of(locator);
                ByteBuddy buddy = new ByteBuddy().with(TypeValidation.DISABLED);
                Advice advice = Advice.to(Calls.class);
                long begin = System.nanoTime();
                int failed = 0;
                for (Map.Entry<String, byte[]> one : classes.entrySet()) {
                    try {
                        if (byAdvice) {
                            buddy.redefine(pool.describe(one.getKey()).resolve(), ClassFileLocator.Simple.of(one.getKey(), one.getValue()))
                                    .visit(advice.on(ElementMatchers.isMethod())).make().getBytes();
                        } else {
                            weave(one.getValue());
                        }
                    } catch (RuntimeException ignored) {
                        failed++;
                    }
                }
                times.add((System.nanoTime() - begin) / 1e3 / classes.size());
                if (pass == 0)
                    System.out.printf("%s: %d classes, %d failed, first pass %.0f us a class", arguments[1], classes.size(), failed,
                            times.get(0));
            }
            System.out.printf(", best %.0f us%n", times.stream().mapToDouble(time -> time).min().orElseThrow());
        }
    }

    private static void weave(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassFacts facts = ClassFacts.read(reader, new Origin("", "", false), false);
        Map<MethodFacts, MethodPlan> plans = new HashMap<>();
        for (MethodFacts method : facts.methods)
            if (method.size > 0 && !method.name.startsWith("<")) plans.put(method, new MethodPlan(4711, false));
        Weaver.weave(reader, facts, plans);
    }
}
