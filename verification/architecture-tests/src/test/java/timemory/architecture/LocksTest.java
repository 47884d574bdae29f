package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * No foreign code, printing or waiting while a lock is held: it would block every thread that needs the lock. Checked in class files by
 * following all calls of our code from each lock; a virtual call may reach every overriding method.
 */
class LocksTest {
    /** Methods that call one of our lambdas while holding a lock. */
    private static final Set<String> OWN_FUNCTIONS = Set.of(
            "timemory/counters/OpenCounters.alone", "timemory/counters/OpenCounters.open", "timemory/gpu/ContextCounters.close",
            "timemory/gpu/ContextCounters.openAlone", "timemory/gpu/KernelProfiling.close",
            "timemory/gpu/KernelProfiling.endAlone", "timemory/gpu/KernelProfiling.open", "timemory/gpu/PcSampling.close",
            "timemory/gpu/PcSampling.open", "timemory/internal/callgraph/SessionHooks.changeGraphListeners",
            "timemory/internal/platform/ThreadsKt.hold", "timemory/live/session/SessionSingleton.begin",
            "timemory/live/slow/SlowLaps.summary");

    /** Methods that may reach a blocking call, and why that is harmless. */
    private static final Map<String, String> ALLOWED = Map.of(
            "timemory/Components.register", "the built-in components have been loaded before",
            "timemory/LateComponent.settleAll", "components of GPUs, which are all ours",
            "timemory/internal/callgraph/Session.register", "the root of a graph, which is made here, has no components",
            "timemory/internal/source/Energy.read", "it reads kernel files and calls no foreign code",
            "timemory/live/LiveSocket.openIn", "taken by those alone who open or close the socket",
            "timemory/live/slow/OpenSlowLaps.add", "the types of a lap that is open have been told",
            "timemory/sampling/interval/IntervalRecorder.addTo", "the shapes of components that were read are known");

    @Test
    void nothingThatMayBlockIsReachedWhileALockIsHeld() throws IOException {
        LockWalk walk = LockWalk.ofClassPath();
        Map<String, Map<String, String>> found = walk.blocking();
        assertTrue(walk.sections() >= 150, walk.sections() + " methods that take a lock");
        List<String> unknown = new ArrayList<>();
        found.forEach((holder, reached) -> reached.forEach((call, way) -> {
            boolean isOwn = OWN_FUNCTIONS.contains(holder) && call.startsWith("kotlin/jvm/functions/");
            if (!isOwn && !ALLOWED.containsKey(holder)) unknown.add(holder + " reaches " + call + ":" + way);
        }));
        assertEquals(List.of(), unknown, () -> String.join("\n", unknown));
        Set<String> named = new TreeSet<>(OWN_FUNCTIONS);
        named.addAll(ALLOWED.keySet());
        named.removeAll(found.keySet());
        assertEquals(Set.of(), named, "named here, and not found any more");
    }

    @Test
    void theWalkFindsWhatBlocks() throws IOException {
        Map<String, Map<String, String>> found = LockWalk.of(List.of(Bad.class, Bad.Prints.class, Bad.Quiet.class)).blocking();
        String holder = Bad.class.getName().replace('.', '/');
        assertEquals(Set.of(holder + ".printsBelow", holder + ".runsWhatItIsGiven"), found.keySet());
        assertEquals(Set.of("java/io/PrintStream.println"), found.get(holder + ".printsBelow").keySet());
    }

    /** Examples of each violation. */
    static final class Bad {
        private final timemory.internal.platform.Lock lock = new timemory.internal.platform.Lock();

        interface Printing {
            void tell();
        }

        static final class Prints implements Printing {
            @Override
            public void tell() {
                System.out.println("under a lock");
            }
        }

        static final class Quiet implements Printing {
            @Override
            public void tell() {}
        }

        void printsBelow(Printing printing) {
            int around = lock.depth();
            try {
                lock.lock();
                printing.tell();
            } finally {
                lock.releaseTo(around);
            }
        }

        void runsWhatItIsGiven(Runnable work) {
            int around = lock.depth();
            try {
                lock.lock();
                if (around == 0) work.run();
            } finally {
                lock.releaseTo(around);
            }
        }

        void printsAfterwards(Printing printing) {
            int around = lock.depth();
            try {
                lock.lock();
                if (around == 1) return;
            } finally {
                lock.releaseTo(around);
            }
            printing.tell();
        }
    }
}
