package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle1;
import timemory.context.ContextPropagation;
import timemory.context.PropagatingTask;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** Work that Java passes to other threads. */
class ContextPropagationTest {

    private static final Bundle1<TripCount> TOOLS = Bundles.of(TripCount.class);

    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final ExecutorService pool = ContextPropagation.executorService(threads);

    @BeforeEach
    void begin() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
    }

    @AfterEach
    void end() {
        threads.shutdownNow();
        Timemory.finalize();
    }

    /** The laps of each place, as text. */
    private static String laps() {
        Results results = Timemory.finalize();
        assertEquals(List.of(), results.getProblems());
        StringBuilder text = new StringBuilder();
        for (var nodes = results.get("trip_count").nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            text.append("  ".repeat(node.getDepth())).append(node.getLabel()).append(' ').append(node.getInclusive().getLaps())
                    .append('\n');
        }
        return text.toString();
    }

    private static void work() {
        TOOLS.run("work", () -> {});
    }

    @Test
    void tasksHangBelowTheRegionThatSubmittedThem() throws Exception {
        Future<?> late;
        try (OpenRegion first = TOOLS.open("first")) {
            pool.submit(ContextPropagationTest::work).get();
            pool.submit(ContextPropagationTest::work, "done").get();
            pool.submit((Callable<Object>) () -> {
                work();
                return null;
            }).get();
            pool.execute(ContextPropagationTest::work);
            pool.invokeAll(List.of(Executors.callable(ContextPropagationTest::work), Executors.callable(ContextPropagationTest::work)));
            pool.invokeAny(List.of(Executors.callable(ContextPropagationTest::work)));
            late = ContextPropagation.executorService(threads).submit(ContextPropagation.wrap(() -> {
                Thread.sleep(20);
                work();
                return null;
            }));
        }
        try (OpenRegion second = TOOLS.open("second")) {
            late.get();
            ContextPropagation.executor(threads).execute(ContextPropagationTest::work);
            threads.shutdown();
            assertTrue(threads.awaitTermination(10, TimeUnit.SECONDS));
        }
        assertEquals("first 1\n  work 8\nsecond 1\n  work 1\n", laps());
    }

    @Test
    void withoutAWrapperWorkHangsWhereThePrimaryThreadStands() throws Exception {
        CountDownLatch secondIsOpen = new CountDownLatch(1);
        Future<?> task;
        try (OpenRegion first = TOOLS.open("first")) {
            task = threads.submit(() -> {
                secondIsOpen.await();
                work();
                return null;
            });
        }
        try (OpenRegion second = TOOLS.open("second")) {
            secondIsOpen.countDown();
            task.get();
        }
        assertEquals("first 1\nsecond 1\n  work 1\n", laps());
    }

    @Test
    void aTaskThatHandsOverFurtherIsThePlaceOfWhatFollows() throws Exception {
        try (OpenRegion first = TOOLS.open("first")) {
            pool.submit(() -> TOOLS.call("task", () -> pool.submit(ContextPropagationTest::work).get())).get();
        }
        assertEquals("first 1\n  task 1\n    work 1\n", laps());
    }

    @Test
    void aTaskRunByItsSubmitterIsInsideTheRegion() {
        try (OpenRegion first = TOOLS.open("first")) {
            ContextPropagation.wrap(ContextPropagationTest::work).run();
        }
        CallGraphNode first = Timemory.finalize().get("trip_count").find("first");
        assertFalse(first.getChildren().get(0).isConcurrent());
    }

    @Test
    void aTaskRunInTheMidstOfAnotherKeepsItsPlace() {
        Runnable handed;
        try (OpenRegion first = TOOLS.open("first")) {
            handed = ContextPropagation.wrap(ContextPropagationTest::work);
        }
        try (OpenRegion second = TOOLS.open("second")) {
            handed.run();
            work();
        }
        assertEquals("first 1\n  work 1\nsecond 1\n  work 1\n", laps());
    }

    @Test
    void whatATaskThrowsReachesItsFutureAndTheThreadIsAsBefore() {
        try (OpenRegion first = TOOLS.open("first")) {
            Future<?> task = pool.submit(() -> TOOLS.run("task", () -> {
                throw new IllegalStateException("thrown");
            }));
            ExecutionException failure = assertThrows(ExecutionException.class, task::get);
            assertEquals("thrown", failure.getCause().getMessage());
            Runnable failing = () -> {
                throw new IllegalStateException();
            };
            assertThrows(IllegalStateException.class, () -> ContextPropagation.wrap(failing).run());
            work();
        }
        assertEquals("first 1\n  task 1\n  work 1\n", laps());
    }

    @Test
    void scheduledTasksHangBelowTheRegionThatScheduledThem() throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        ScheduledExecutorService scheduler = ContextPropagation.scheduledExecutorService(timer);
        try (OpenRegion first = TOOLS.open("first")) {
            scheduler.schedule(ContextPropagationTest::work, 1, TimeUnit.MILLISECONDS);
            scheduler.schedule(Executors.callable(ContextPropagationTest::work), 1, TimeUnit.MILLISECONDS).get();
            Runnable twice = new Runnable() {
                private int runs;

                @Override
                public void run() {
                    TOOLS.run("periodic", () -> {});
                    if (++runs == 2) {
                        throw new IllegalStateException("enough");
                    }
                }
            };
            assertThrows(ExecutionException.class, scheduler.scheduleAtFixedRate(twice, 0, 1, TimeUnit.MILLISECONDS)::get);
        }
        timer.shutdown();
        assertTrue(timer.awaitTermination(10, TimeUnit.SECONDS));
        assertEquals("first 1\n  work 2\n  periodic 2\n", laps());
    }

    @Test
    void stepsOfAFutureHangBelowTheRegionThatAddedThem() throws Exception {
        CompletableFuture<Integer> chain;
        try (OpenRegion first = TOOLS.open("first")) {
            chain = ContextPropagation.supplyAsync(() -> TOOLS.get("supply", () -> {
                pause(20);
                return 1;
            }), threads)
                    .thenApply(i -> TOOLS.get("apply", () -> i + 1))
                    .thenCompose(i -> TOOLS.get("compose", () -> CompletableFuture.completedFuture(i * 10)));
        }
        try (OpenRegion second = TOOLS.open("second")) {
            CompletableFuture<Integer> other = ContextPropagation.supplyAsync(() -> TOOLS.get("other", () -> 1));
            assertEquals(21, chain.thenCombineAsync(other, (a, b) -> TOOLS.get("combine", () -> a + b), threads).get());
            ContextPropagation.runAsync(ContextPropagationTest::work).thenRunAsync(ContextPropagationTest::work, threads).get();
            assertEquals(5, chain.<Integer>thenApply(i -> {
                throw new IllegalStateException();
            }).handle((i, failure) -> TOOLS.get("handle", () -> 5)).get());
        }
        assertEquals(
                "first 1\n  supply 1\n  apply 1\n  compose 1\nsecond 1\n  other 1\n  combine 1\n  work 2\n  handle 1\n",
                laps());
    }

    @Test
    void aFutureOfSomeoneElsePassesItsValueAndItsFailureOn() throws Exception {
        try (OpenRegion first = TOOLS.open("first")) {
            CompletableFuture<Integer> plain = new CompletableFuture<>();
            CompletableFuture<Integer> seen = ContextPropagation.future(plain).thenApply(i -> TOOLS.get("seen", () -> i + 1));
            threads.submit(() -> plain.complete(1)).get();
            assertEquals(2, seen.get());
            CompletableFuture<Integer> failing = ContextPropagation.future(CompletableFuture.failedFuture(new IllegalStateException()));
            assertEquals(7, failing.exceptionally(failure -> TOOLS.get("failed", () -> 7)).get());
        }
        assertEquals("first 1\n  seen 1\n  failed 1\n", laps());
    }

    @Test
    void forkJoinTasksHangBelowTheRegionTheyWereMadeIn() {
        final class Sum extends PropagatingTask<Integer> {
            private static final long serialVersionUID = 1L;
            private final int from;
            private final int to;

            Sum(int from, int to) {
                this.from = from;
                this.to = to;
            }

            @Override
            protected Integer compute() {
                if (to - from == 1) {
                    return TOOLS.get("leaf", () -> from);
                }
                Sum left = new Sum(from, (from + to) / 2);
                Sum right = new Sum((from + to) / 2, to);
                left.fork();
                return right.invoke() + left.join();
            }
        }
        try (OpenRegion first = TOOLS.open("first")) {
            ForkJoinPool workers = new ForkJoinPool(3);
            assertEquals(255 * 128, workers.invoke(new Sum(0, 256)));
            workers.shutdown();
        }
        assertEquals("first 1\n  leaf 256\n", laps());
    }

    @Test
    void parallelStreamsHangBelowTheRegionThatRunsThem() {
        try (OpenRegion first = TOOLS.open("first")) {
            List<Integer> doubled = ContextPropagation.stream(IntStream.range(0, 1000).parallel().boxed())
                    .map(i -> TOOLS.get("map", () -> 2 * i))
                    .filter(i -> TOOLS.get("filter", () -> i >= 0))
                    .collect(Collectors.toList());
            assertEquals(IntStream.range(0, 1000).map(i -> 2 * i).boxed().toList(), doubled);
            assertTrue(ContextPropagation.stream(IntStream.range(0, 10).boxed().parallel()).anyMatch(i -> i == 7));
        }
        assertEquals("first 1\n  map 1000\n  filter 1000\n", laps());
    }

    @Test
    void threadsOfAFactoryHangBelowTheRegionTheyWereMadeIn() throws Exception {
        Thread thread;
        try (OpenRegion first = TOOLS.open("first")) {
            thread = ContextPropagation.threadFactory(Thread::new).newThread(ContextPropagationTest::work);
        }
        try (OpenRegion second = TOOLS.open("second")) {
            thread.start();
            thread.join();
        }
        assertEquals("first 1\n  work 1\nsecond 1\n", laps());
    }

    @Test
    void aPositionOfAnEarlierSessionMeansNothing() throws Exception {
        Runnable handed;
        try (OpenRegion first = TOOLS.open("first")) {
            handed = ContextPropagation.wrap(ContextPropagationTest::work);
        }
        Timemory.finalize();
        begin();
        handed.run();
        assertEquals("work 1\n", laps());
    }

    private static void pause(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
