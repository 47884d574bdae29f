package timemory.test;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineExecutionResults;
import timemory.Bundles;
import timemory.Timemory;

/** Tests that run concurrently. */
@OwnSession
class ParallelTest {

    private static final int THREADS = 4;

    /** Waits until all have arrived: tests that meet at it certainly run at the same time. */
    private static final CyclicBarrier BARRIER = new CyclicBarrier(THREADS);

    private static void meet() throws Exception {
        BARRIER.await(2, TimeUnit.MINUTES);
    }

    private static void work(int steps) throws Exception {
        meet();
        Steps.take(steps);
        Bundles.of(Steps.class).run("inside", () -> Steps.take(steps));
        meet();
    }

    @MeasuredBy(value = Steps.class, settings = ToFiles.class)
    static class AtOnce {
        @Test
        void a() throws Exception {
            work(1);
        }

        @Test
        void b() throws Exception {
            work(10);
        }

        @Test
        void c() throws Exception {
            work(100);
        }

        @Test
        void d() throws Exception {
            work(1000);
        }
    }

    @Test
    void eachStandsAtTheTopOfTheGraphWithWhatItsOwnThreadDid() {
        List<String> graph = ToFiles.graphOf(() -> passing(Kit.runParallel(THREADS, AtOnce.class), 4));
        assertEquals(
                List.of(
                        "ParallelTest.AtOnce.a 1 2", "  inside 1 1",
                        "ParallelTest.AtOnce.b 1 20", "  inside 1 10",
                        "ParallelTest.AtOnce.c 1 200", "  inside 1 100",
                        "ParallelTest.AtOnce.d 1 2000", "  inside 1 1000"),
                graph);
    }

    @MeasuredBy(value = Steps.class, settings = ToFiles.class, invocations = true)
    static class Repeated {
        @RepeatedTest(THREADS)
        void one() throws Exception {
            work(1);
        }
    }

    @Test
    void invocationsOfOneMethodAtOnceAreItsLaps() {
        List<String> graph = ToFiles.graphOf(() -> passing(Kit.runParallel(THREADS, Repeated.class), 4));
        List<String> invocations = IntStream.rangeClosed(1, THREADS).boxed()
                .flatMap(i -> List.of("  repetition " + i + " of 4 1 2", "    inside 1 1").stream()).collect(Collectors.toList());
        assertEquals("ParallelTest.Repeated.one 4 8", graph.get(0));
        assertEquals(invocations, graph.subList(1, graph.size()));
    }

    @MeasuredBy(value = Steps.class, settings = ToFiles.class)
    static class MakingThreads {
        private static void makeThread(String label) throws Exception {
            meet();
            Thread thread = new Thread(() -> Bundles.of(Steps.class).run(label, () -> Steps.take(1)));
            thread.start();
            thread.join();
            meet();
        }

        @Test
        void a() throws Exception {
            makeThread("thread of a");
        }

        @Test
        void b() throws Exception {
            makeThread("thread of b");
        }

        @Test
        void c() throws Exception {
            makeThread("thread of c");
        }

        @Test
        void d() throws Exception {
            makeThread("thread of d");
        }
    }

    @Test
    void aThreadThatNobodyPlacedHangsBelowNoTest() {
        List<String> graph = ToFiles.graphOf(() -> passing(Kit.runParallel(THREADS, MakingThreads.class), 4));
        assertEquals(
                List.of(
                        "ParallelTest.MakingThreads.a 1 0", "ParallelTest.MakingThreads.b 1 0",
                        "ParallelTest.MakingThreads.c 1 0", "ParallelTest.MakingThreads.d 1 0",
                        "thread of a 1 1", "thread of b 1 1", "thread of c 1 1", "thread of d 1 1"),
                graph);
    }

    static class Sharing {
        @MeasuredBy(value = Steps.class, settings = ToFiles.class)
        @RepeatedTest(20)
        void measured() {
            Steps.take(1);
        }

        @OwnSession
        @RepeatedTest(20)
        void alone() {
            Timemory.init(Kit.silent());
            Bundles.of(Steps.class).run("alone", () -> Steps.take(1));
            assertEquals(List.of("alone 1 1"), Kit.graph(Timemory.finalize()));
        }

        @LapsBudget(label = "counted", atLeast = 1, atMost = 1)
        @RepeatedTest(20)
        void counted() {
            Bundles.of(Steps.class).run("counted", () -> Steps.take(1));
        }
    }

    @Test
    void testsWithSessionsOfTheirOwnAndTestsThatCountRunAlone() {
        List<List<String>> parts = ToFiles.partsOf(() -> passing(Kit.runParallel(THREADS, Sharing.class), 60));
        int laps = parts.stream().flatMap(List::stream).filter(line -> line.startsWith("ParallelTest.Sharing.measured "))
                .mapToInt(line -> Integer.parseInt(line.split(" ")[1])).sum();
        assertEquals(20, laps);
    }

    private static void passing(EngineExecutionResults events, int tests) {
        events.testEvents().assertStatistics(statistics -> statistics.succeeded(tests).failed(0).aborted(0));
    }
}
