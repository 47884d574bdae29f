package programs.gotcha;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.results.CallGraphNode;
import timemory.Timemory;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaScope;
import timemory.jvm.gotcha.GotchaType;

/** Where gotchas are active: in the process, on a thread, while activated; on many threads at once, including virtual ones if requested. */
public final class Scopes {
    public static final class Everywhere extends Gotcha {
        public static final GotchaType<Everywhere> TYPE = new GotchaType<>("everywhere", "In the process", Everywhere::new)
                .replace("programs.gotcha.Scopes.everywhere");

        static int everywhere() {
            return 1 + Scopes.everywhere();
        }
    }

    public static final class Here extends Gotcha {
        public static final GotchaType<Here> TYPE = new GotchaType<>("here", "On a thread", Here::new)
                .scope(GotchaScope.THREAD)
                .replace("programs.gotcha.Scopes.here");

        static int here() {
            return 1;
        }
    }

    public static final class Counting extends Gotcha {
        public static final GotchaType<Counting> TYPE = new GotchaType<>("counting", "Counts", Counting::new)
                .wrap(Bundles.of(TripCount.class), "programs.gotcha.Scopes.work");
    }

    private static final Bundle2<TripCount, Everywhere> EVERYWHERE = Bundles.of(TripCount.class, Everywhere.class);
    private static final Bundle2<TripCount, Here> HERE = Bundles.of(TripCount.class, Here.class);
    private static final Bundle2<TripCount, Counting> COUNTING = Bundles.of(TripCount.class, Counting.class);

    private static final AtomicLong calls = new AtomicLong();

    private Scopes() {}

    static int everywhere() {
        return 0;
    }

    static int here() {
        return 0;
    }

    static void work() {
        calls.incrementAndGet();
    }

    public static void main(String[] arguments) throws Exception {
        tell("before");
        try (var outer = EVERYWHERE.open("outer")) {
            try (var inner = EVERYWHERE.open("inner")) {
                tell("two regions");
            }
            tell("one region");
        }
        tell("after");
        try (var outer = HERE.open("thread")) {
            tell("region of this thread");
        }
        var activation = Everywhere.TYPE.activate();
        tell("activated");
        activation.close();
        activation.close();
        tell("closed twice");
        System.out.println("active " + Everywhere.TYPE.isActive());
        crowd(arguments[0].equals("virtual"));
    }

    private static void tell(String when) throws InterruptedException {
        int[] there = new int[2];
        Thread other = new Thread(() -> {
            there[0] = everywhere();
            there[1] = here();
        });
        other.start();
        other.join();
        System.out.println(when + ": everywhere " + everywhere() + there[0] + ", here " + here() + there[1]);
    }

    /** Each thread works in its own regions, always inside at least one, so that each call has to be seen. */
    private static void crowd(boolean isVirtual) throws Exception {
        CountDownLatch begin = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            Runnable body = () -> {
                try {
                    begin.await();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
                for (int lap = 0; lap < 500; lap++) {
                    try (var region = COUNTING.open("crowd")) {
                        for (int call = 0; call < 10; call++) work();
                    }
                }
            };
            threads.add(isVirtual ? (Thread) Thread.class.getMethod("startVirtualThread", Runnable.class).invoke(null, body) : start(body));
        }
        begin.countDown();
        for (Thread thread : threads) thread.join();
        System.out.println("active " + Counting.TYPE.isActive());
        long seen = 0;
        for (Iterator<CallGraphNode> nodes = Timemory.results().get("trip_count").nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            if (node.getLabel().equals("programs.gotcha.Scopes.work")) seen += node.getInclusive().getLaps();
        }
        System.out.println("called " + calls + ", seen " + seen);
        System.out.println(Timemory.results().getProblems());
    }

    private static Thread start(Runnable body) {
        Thread thread = new Thread(body);
        thread.start();
        return thread;
    }
}
