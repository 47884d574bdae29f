package timemory.agent.hot;

import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The virtual threads of the program. No public method lists them; the internal class used by {@code jcmd PID Thread.dump_to_file}, {@code
 * jdk.internal.vm.ThreadContainers}, does: those of executors and, unless {@code jdk.trackAllThreads} is false, all others.
 *
 * <p>Not thread-safe.
 */
final class VirtualThreads {
    /** Maximum number of threads examined to find running ones: there may be a million. */
    private static final int MAX_THREADS = 1_000;

    /** {@code null} if this JVM does not list them. */
    private final @Nullable Containers containers;

    private record Containers(Object root, Method threads, Method children) {}

    private VirtualThreads(@Nullable Containers containers) {
        this.containers = containers;
    }

    /** Returns the virtual threads of this JVM, which supports them. */
    static VirtualThreads of(Instrumentation instrumentation) {
        Module base = Object.class.getModule();
        try {
            instrumentation.redefineModule(base, Set.of(), Map.of("jdk.internal.vm", Set.of(VirtualThreads.class.getModule())), Map.of(),
                    Set.of(), Map.of());
            Class<?> container = Class.forName("jdk.internal.vm.ThreadContainer");
            Object root = Class.forName("jdk.internal.vm.ThreadContainers").getMethod("root").invoke(null);
            return new VirtualThreads(new Containers(root, container.getMethod("threads"), container.getMethod("children")));
        } catch (ReflectiveOperationException | RuntimeException ignored) {
            return new VirtualThreads(null);
        }
    }

    /** Returns running ones, at most {@code most}. */
    List<Thread> running(int most) {
        List<Thread> found = new ArrayList<>();
        if (containers == null) return found;
        try {
            collect(containers, containers.root, most, MAX_THREADS, found);
        } catch (ReflectiveOperationException | RuntimeException unused) {
            // Containers come and go meanwhile. Retried the next time.
        }
        return found;
    }

    private static int collect(Containers all, Object container, int most, int left, List<Thread> found)
            throws ReflectiveOperationException {
        try (Stream<?> here = streamOf(all.threads, container)) {
            for (Iterator<?> next = here.iterator(); next.hasNext() && found.size() < most && left > 0; left--) {
                Thread thread = (Thread) next.next();
                if (isVirtual(thread) && thread.getState() == Thread.State.RUNNABLE) found.add(thread);
            }
        }
        try (Stream<?> inside = streamOf(all.children, container)) {
            for (Iterator<?> next = inside.iterator(); next.hasNext() && found.size() < most && left > 0;) {
                left = collect(all, next.next(), most, left, found);
            }
        }
        return left;
    }

    private static Stream<?> streamOf(Method method, Object container) throws IllegalAccessException, InvocationTargetException {
        return (Stream<?>) method.invoke(container);
    }

    /** {@code Thread.isVirtual}, which Java 17 does not have. */
    private static boolean isVirtual(Thread thread) {
        return thread.getClass().getName().equals("java.lang.VirtualThread");
    }
}
