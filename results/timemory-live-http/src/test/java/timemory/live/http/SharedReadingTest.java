package timemory.live.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Concurrent callers share a reading that started after their calls. */
class SharedReadingTest {

    private static final int CALLERS = 50;

    private final AtomicInteger readings = new AtomicInteger();

    @Test
    void callersThatWaitShareTheNextReading() throws Exception {
        CountDownLatch hasBegun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        SharedReading<Integer> shared = new SharedReading<>(() -> {
            hasBegun.countDown();
            return uninterrupted(() -> {
                mayEnd.await();
                return readings.incrementAndGet();
            });
        });
        ExecutorService threads = Executors.newCachedThreadPool();
        try {
            Future<Integer> first = threads.submit(shared::get);
            hasBegun.await();
            List<Future<Integer>> others = new ArrayList<>();
            List<Thread> waiting = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                others.add(threads.submit(() -> {
                    synchronized (waiting) {
                        waiting.add(Thread.currentThread());
                    }
                    return shared.get();
                }));
            }
            awaitBlocked(waiting);
            mayEnd.countDown();
            assertEquals(1, first.get());
            for (Future<Integer> other : others) {
                assertEquals(2, other.get(), "one that began after the call");
            }
            assertEquals(2, readings.get());
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void eachCallGetsANewReading() throws IOException {
        SharedReading<Integer> shared = new SharedReading<>(readings::incrementAndGet);
        assertEquals(List.of(1, 2, 3), List.of(shared.get(), shared.get(), shared.get()));
    }

    @Test
    void whatFailsIsThrownAndTheNextCallReadsAgain() throws IOException {
        SharedReading<Integer> shared = new SharedReading<>(() -> {
            if (readings.incrementAndGet() == 1) {
                throw new OutOfMemoryError("of a test");
            }
            return readings.get();
        });
        IOException thrown = assertThrows(IOException.class, shared::get);
        assertTrue(thrown.getCause() instanceof OutOfMemoryError);
        assertEquals(2, shared.get());
    }

    private static void awaitBlocked(List<Thread> threads) throws InterruptedException {
        while (true) {
            synchronized (threads) {
                if (threads.size() == CALLERS && threads.stream().allMatch(thread -> thread.getState() == Thread.State.WAITING)) {
                    return;
                }
            }
            Thread.sleep(1);
        }
    }

    private static <T> T uninterrupted(Callable<T> action) {
        try {
            return action.call();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }
}
