package timemory.bridges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.Region;
import timemory.results.Results;
import timemory.Scope;
import timemory.Timemory;
import timemory.TripCount;

/** Events as the JDK's own {@code jfr print} reads them from a recording. */
@Tag("java17")
class JfrEventTest {

    private static final Bundle1<JfrEvent> EVENTS = Bundles.of(JfrEvent.class);

    private static List<String> labels(List<JfrPrint.Region> regions) {
        return regions.stream().map(JfrPrint.Region::label).toList();
    }

    @Test
    void everyLapIsAnEventWithLabelAndThreadInsideThatOfTheRegionAround() throws Exception {
        List<JfrPrint.Region> regions = JfrPrint.regionsOf(() -> EVENTS.run("outer", () -> {
            for (int i = 0; i < 3; i++) {
                EVENTS.run("inner", () -> {});
            }
        }));
        assertEquals(List.of("outer", "inner", "inner", "inner"), labels(regions));
        for (JfrPrint.Region region : regions) {
            assertEquals(Thread.currentThread().getName(), region.thread());
            assertEquals(Thread.currentThread().getId(), region.threadId());
            assertFalse(region.hasStackTrace());
            assertTrue(regions.get(0).contains(region), region.toString());
        }
        assertTrue(!regions.get(2).begin().isBefore(regions.get(1).end()));
    }

    @Test
    void labelsOfAnyCharactersComeThrough() throws Exception {
        List<String> hostile =
                List.of("", " ", "\"quoted\\", "line\nbreak\ttab\r", "<&>]]>", "\u0001\u007f", "größer 😀 日本", "x".repeat(10_000));
        assertEquals(hostile, labels(JfrPrint.regionsOf(() -> hostile.forEach(label -> EVENTS.run(label, () -> {})))));
    }

    @Test
    void aRegionOpenTwiceAtOnceIsTwoEvents() throws Exception {
        List<JfrPrint.Region> regions = JfrPrint.regionsOf(() -> {
            Bundle1<JfrEvent> flat = Bundles.of(Scope.FLAT, JfrEvent.class);
            flat.run("again", () -> flat.run("again", () -> {}));
        });
        assertEquals(List.of("again", "again"), labels(regions));
        assertTrue(regions.get(0).contains(regions.get(1)));
    }

    @Test
    void handlesAndPushedRegionsAreEventsToo() throws Exception {
        List<JfrPrint.Region> regions = JfrPrint.regionsOf(() -> {
            Region handle = EVENTS.region("handle");
            for (int i = 0; i < 2; i++) {
                handle.start();
                handle.stop();
            }
            Timemory.pushComponents("jfr_event");
            Timemory.pushRegion("pushed");
            Timemory.popRegion("pushed");
            Timemory.popComponents();
            Bundles.of(Scope.TIMELINE, JfrEvent.class).run("timeline", () -> {});
        });
        assertEquals(List.of("handle", "handle", "pushed", "timeline"), labels(regions));
    }

    @Test
    void threadsHaveEventsOfTheirOwn() throws Exception {
        List<JfrPrint.Region> regions = JfrPrint.regionsOf(() -> {
            List<Thread> threads = IntStream.range(0, 4)
                    .mapToObj(i -> new Thread(() -> EVENTS.run("work", () -> {}), "worker-" + i))
                    .toList();
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
        });
        assertEquals(
                List.of("worker-0", "worker-1", "worker-2", "worker-3"),
                regions.stream().map(JfrPrint.Region::thread).sorted().toList());
    }

    @Test
    void virtualThreadsHaveEvents() throws Exception {
        if (Runtime.version().feature() < 21) {
            return;
        }
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        List<JfrPrint.Region> regions = JfrPrint.regionsOf(() -> {
            ((Thread) start.invoke(null, (Runnable) () -> EVENTS.run("virtual", () -> {}))).join();
        });
        assertEquals(List.of("virtual"), labels(regions));
    }

    @Test
    void anExceptionEndsTheEvent() throws Exception {
        List<JfrPrint.Region> regions = JfrPrint.regionsOf(() -> {
            assertThrows(IllegalStateException.class, () -> EVENTS.run("thrown", () -> {
                throw new IllegalStateException();
            }));
            EVENTS.run("next", () -> {});
        });
        assertEquals(List.of("thrown", "next"), labels(regions));
        assertFalse(regions.get(0).contains(regions.get(1)));
    }

    @Test
    void aRegionClosedOnAnotherThreadIsNoEvent() throws Exception {
        assertEquals(List.of("after"), labels(JfrPrint.regionsOf(() -> {
            OpenRegion carried = EVENTS.open("carried");
            Thread other = new Thread(carried::close);
            other.start();
            other.join();
            EVENTS.run("after", () -> {});
        })));
    }

    @Test
    void lapsWithoutARecordingAtBothEndsAreNoEvents() throws Exception {
        Path file = Files.createTempFile("regions", ".jfr");
        Sessions.measure(() -> {
            EVENTS.run("before", () -> {});
            try (Recording recording = new Recording()) {
                EVENTS.run("begun before", recording::start);
                EVENTS.run("within", () -> {});
                EVENTS.run("ended after", recording::stop);
                recording.dump(file);
            }
        });
        assertEquals(List.of("within"), labels(JfrPrint.read(file)));
        Files.delete(file);
    }

    @Test
    void aRecordingMayAskForStackTracesAndForLongLapsOnly() throws Exception {
        Path file = Files.createTempFile("regions", ".jfr");
        Sessions.measure(() -> {
            try (Recording recording = new Recording()) {
                recording.enable("timemory.Region").withStackTrace().withThreshold(java.time.Duration.ofMillis(500));
                recording.start();
                EVENTS.run("short", () -> {});
                EVENTS.run("long", () -> {
                    try {
                        Thread.sleep(550);
                    } catch (InterruptedException interrupted) {
                        throw new IllegalStateException(interrupted);
                    }
                });
                recording.stop();
                recording.dump(file);
            }
        });
        List<JfrPrint.Region> regions = JfrPrint.read(file);
        assertEquals(List.of("long"), labels(regions));
        assertTrue(regions.get(0).hasStackTrace());
        Files.delete(file);
    }

    @Test
    void resultsHaveNoTableOfEventsAndNoProblems() throws Exception {
        Bundle2<JfrEvent, TripCount> both = Bundles.of(JfrEvent.class, TripCount.class);
        Results results = Sessions.measure(() -> both.run("x", () -> EVENTS.run("y", () -> {})));
        assertNull(results.get(JfrEvent.TYPE));
        assertEquals(1L, results.get(TripCount.TYPE).find("x").getInclusive().getLaps());
        assertEquals(1, results.getGraphs().size());
        assertEquals(List.of(), results.getProblems());
    }
}
