package sampled;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import timemory.Bundles;
import timemory.Timemory;
import timemory.bundle.Bundle;
import timemory.results.CallGraph;
import timemory.results.CallGraphNode;
import timemory.results.Results;

/**
 * Regions that allocate, sleep and wait for locks, each in a separate function, compared with other sources: the JVM's management beans and
 * clocks. The first argument is the regions' components.
 */
public final class AllocatingAndWaiting {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static Bundle regions;
    private static volatile Object sink;

    private AllocatingAndWaiting() {}

    public static void main(String[] arguments) throws Exception {
        regions = Bundles.of(arguments[0]);
        THREADS.setThreadContentionMonitoringEnabled(true);
        // Engines start with the first region.
        regions.run("first", () -> sink = new Object());
        allocate();
        sleep();
        monitor();
        lock();
        waiting();
        Results results = Timemory.finalize();
        for (String component : arguments[0].split(",")) print(results, component);
        System.out.println("problems=" + results.getProblems());
    }

    private static void allocate() {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        regions.run("small", () -> makeSmall());
        long between = THREADS.getCurrentThreadAllocatedBytes();
        regions.run("large", () -> makeLarge());
        long after = THREADS.getCurrentThreadAllocatedBytes();
        System.out.println("true.alloc_samples.small=" + (between - before));
        System.out.println("true.alloc_samples.large=" + (after - between));
    }

    private static void makeSmall() {
        for (int i = 0; i < 1_000_000; i++) {
            sink = new byte[200];
            if (i % 5_000 == 0) slowly();
        }
    }

    private static void makeLarge() {
        for (int i = 0; i < 200; i++) {
            sink = new byte[2_000_000];
            slowly();
        }
    }

    /** Pauses, because the Flight Recorder takes at most a thousand allocation samples per second, and drops those beyond. */
    private static void slowly() {
        LockSupport.parkNanos(4_000_000L);
    }

    private static void sleep() {
        long before = System.nanoTime();
        regions.run("asleep", () -> rest());
        System.out.println("true.wall_samples.asleep=" + (System.nanoTime() - before));
    }

    private static void rest() {
        try {
            Thread.sleep(1_500);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Waits for a monitor held by another thread. */
    private static void monitor() throws InterruptedException {
        Object monitor = new Object();
        CountDownLatch isHeld = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                isHeld.countDown();
                rest();
            }
        });
        holder.start();
        isHeld.await();
        long before = blocked();
        regions.run("monitor", () -> enter(monitor));
        System.out.println("true.lock_samples.monitor=" + (blocked() - before) * 1_000_000L);
        holder.join();
    }

    private static void enter(Object monitor) {
        synchronized (monitor) {
            sink = monitor;
        }
    }

    private static void lock() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch isHeld = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.lock();
            isHeld.countDown();
            rest();
            lock.unlock();
        });
        holder.start();
        isHeld.await();
        long before = blocked();
        regions.run("lock", () -> take(lock));
        System.out.println("true.lock_samples.lock=" + (blocked() - before) * 1_000_000L);
        holder.join();
    }

    private static void take(ReentrantLock lock) {
        lock.lock();
        lock.unlock();
    }

    /** Waits to be notified, by a thread that releases the monitor at once. */
    private static void waiting() throws InterruptedException {
        Object monitor = new Object();
        Thread notifier = new Thread(() -> {
            rest();
            synchronized (monitor) {
                sink = monitor;
                monitor.notifyAll();
            }
        });
        notifier.start();
        regions.run("waiting", () -> await(monitor));
        notifier.join();
    }

    private static void await(Object monitor) {
        synchronized (monitor) {
            try {
                while (sink != monitor) monitor.wait();
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        }
    }

    /** Returns how many milliseconds this thread has waited so far. */
    private static long blocked() {
        var info = THREADS.getThreadInfo(Thread.currentThread().getId());
        return info.getBlockedTime() + info.getWaitedTime();
    }

    /** Prints the value of each region, and the function with most of it. */
    private static void print(Results results, String component) {
        CallGraph graph = results.get(component);
        if (graph == null) return;
        for (CallGraphNode region : graph.getRoots()) {
            System.out.println(component + "." + region.getLabel() + "=" + (long) region.getInclusive().sum(0));
            CallGraphNode most = null;
            for (CallGraphNode child : region.getChildren()) {
                if (most == null || child.getInclusive().sum(0) > most.getInclusive().sum(0)) most = child;
            }
            System.out.println("function." + component + "." + region.getLabel() + "=" + (most == null ? "" : most.getLabel()));
        }
    }
}
