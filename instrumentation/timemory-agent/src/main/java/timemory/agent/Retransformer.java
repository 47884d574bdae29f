package timemory.agent;

import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.Calls;

/**
 * Weaves classes that were loaded before it was known that their functions are to be measured. On a separate thread, because the thread
 * that finds this out is loading a class.
 */
final class Retransformer {
    private final Instrumentation instrumentation;
    private final Calls calls;
    private final BlockingQueue<Set<String>> pending = new LinkedBlockingQueue<>();
    private @Nullable Thread thread;

    /** @param calls which classes may have methods that are called on others */
    Retransformer(Instrumentation instrumentation, Calls calls) {
        this.instrumentation = instrumentation;
        this.calls = calls;
    }

    /** Methods called on {@code owners}, with slashes, are to be measured from now on. */
    synchronized void add(Set<String> owners) {
        pending.add(owners);
        if (thread != null) return;
        thread = new Thread(this::run, "timemory-weaver");
        thread.setDaemon(true);
        thread.start();
    }

    private void run() {
        while (true) {
            try {
                Set<String> owners = new HashSet<>(pending.take());
                List<Set<String>> more = new ArrayList<>();
                pending.drainTo(more);
                more.forEach(owners::addAll);
                weave(owners);
            } catch (InterruptedException interrupted) {
                return;
            }
        }
    }

    private void weave(Set<String> owners) {
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (type.isArray() || type.isPrimitive() || type.isHidden() || !instrumentation.isModifiableClass(type)) continue;
            if (!calls.mayConcern(type.getName().replace('.', '/'), owners)) continue;
            try {
                instrumentation.retransformClasses(type);
            } catch (Exception | LinkageError failure) {
                System.err.println("timemory: " + type.getName() + " was already loaded and cannot be woven: "
                        + failure);
            }
        }
    }
}
