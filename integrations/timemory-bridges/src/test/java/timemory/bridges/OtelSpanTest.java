package timemory.bridges;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanId;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import timemory.WallClock;
import timemory.bundle.Bundle1;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.bundle.Region;
import timemory.live.LiveProperties;
import timemory.live.slow.SlowLapRecorder;
import timemory.results.Results;
import timemory.live.http.Exemplar;
import timemory.Timemory;
import timemory.TripCount;
import timemory.settings.SettingsBuilder;

/** Spans as exported by OpenTelemetry's own SDK. */
class OtelSpanTest {

    private static final Bundle1<OtelSpan> SPANS = Bundles.of(OtelSpan.class);

    private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
    private final OpenTelemetrySdk sdk = OpenTelemetrySdk.builder()
            .setTracerProvider(SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(exporter)).build())
            .build();
    private final Tracer tracer = sdk.getTracer("program");

    @BeforeEach
    void use() {
        OtelSpan.use(sdk);
    }

    @Test
    void aSlowLapHasTheIdOfItsTrace() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        LiveProperties.setSlowLapThresholds(settings, "wall_clock>0");
        Timemory.init(settings);
        try {
            Bundles.of(WallClock.class, OtelSpan.class).run("page", () -> Bundles.of(WallClock.class).run("part", () -> {}));
            String trace = exporter.getFinishedSpanItems().get(0).getTraceId();
            List<String> slow =
                    SlowLapRecorder.INSTANCE.resultsSoFar().get("wall_clock").getRoots().stream().map(node -> node.getLabel()).toList();
            assertEquals(List.of("page (trace " + trace + ")"), slow);
        } finally {
            Timemory.finalize();
        }
    }

    /** Whatever a test does, no span stays current on its thread. */
    @AfterEach
    void nothingStaysCurrent() {
        OtelSpan.use(null);
        assertSame(Context.root(), Context.current());
        sdk.close();
    }

    private SpanData span(String name) {
        List<SpanData> found = exporter.getFinishedSpanItems().stream().filter(it -> it.getName().equals(name)).toList();
        assertEquals(1, found.size(), name);
        return found.get(0);
    }

    private List<String> names() {
        return exporter.getFinishedSpanItems().stream().map(SpanData::getName).toList();
    }

    private void assertParent(String parent, String child) {
        assertEquals(parent == null ? SpanId.getInvalid() : span(parent).getSpanId(), span(child).getParentSpanId(), child);
    }

    @Test
    void aSpanIsKnownToWhoeverAsksForExemplarsOnceTheyDo() throws Exception {
        SpanExemplars exemplars = new SpanExemplars();
        Sessions.measure(() -> SPANS.run("not asked for", () -> {}));
        exemplars.begin();
        long begin = System.nanoTime();
        Sessions.measure(() -> SPANS.run("asked for", () -> {}));
        long around = System.nanoTime() - begin;
        assertEquals(List.of(), exemplars.of("not asked for"));
        Exemplar known = exemplars.of("asked for").get(0);
        assertEquals(span("asked for").getTraceId(), known.traceId());
        assertEquals(span("asked for").getSpanId(), known.spanId());
        assertTrue(known.nanoseconds() > 0 && known.nanoseconds() <= around, known + " within " + around);
    }

    @Test
    void regionsWithinRegionsAreTheirChildren() throws Exception {
        Sessions.measure(() -> SPANS.run("outer", () -> {
            SPANS.run("first", () -> {});
            SPANS.run("second", () -> SPANS.run("third", () -> {}));
        }));
        assertEquals(List.of("first", "third", "second", "outer"), names());
        assertParent(null, "outer");
        assertParent("outer", "first");
        assertParent("outer", "second");
        assertParent("second", "third");
        assertEquals(span("outer").getTraceId(), span("third").getTraceId());
        assertEquals("third", span("third").getAttributes().get(AttributeKey.stringKey("timemory.region")));
        assertEquals("timemory", span("third").getInstrumentationScopeInfo().getName());
    }

    @Test
    void spansOfTheProgramTakeTheirPlaceBetween() throws Exception {
        Sessions.measure(() -> {
            Span request = tracer.spanBuilder("request").startSpan();
            try (Scope scope = request.makeCurrent()) {
                SPANS.run("handle", () -> {
                    Span query = tracer.spanBuilder("query").startSpan();
                    try (Scope inner = query.makeCurrent()) {
                        SPANS.run("rows", () -> Span.current().addEvent("seen"));
                    }
                    query.end();
                });
                assertSame(request, Span.current());
            }
            request.end();
        });
        assertParent("request", "handle");
        assertParent("handle", "query");
        assertParent("query", "rows");
        assertEquals(1, span("rows").getEvents().size());
    }

    @Test
    void anExceptionEndsTheSpanAndTheNextOneHasTheRightParent() throws Exception {
        Sessions.measure(() -> SPANS.run("outer", () -> {
            assertThrows(IllegalStateException.class, () -> SPANS.run("thrown", () -> {
                throw new IllegalStateException("broken");
            }));
            SPANS.run("next", () -> {});
        }));
        assertParent("outer", "next");
        assertEquals(StatusCode.UNSET, span("thrown").getStatus().getStatusCode());
    }

    @Test
    void eachLapIsASpan() throws Exception {
        Sessions.measure(() -> {
            Region handle = SPANS.region("lap");
            for (int i = 0; i < 3; i++) {
                handle.start();
                handle.stop();
            }
        });
        assertEquals(List.of("lap", "lap", "lap"), names());
    }

    @Test
    void lapsThatOverlapLeaveNothingBehind() throws Exception {
        Sessions.measure(() -> SPANS.run("around", () -> {
            Region first = SPANS.region("first");
            Region second = SPANS.region("second");
            Region third = SPANS.region("third");
            first.start();
            second.start();
            third.start();
            first.stop();
            second.stop();
            assertEquals("third", nameOfCurrent());
            third.stop();
            assertEquals("around", nameOfCurrent());
            SPANS.run("after", () -> {});
        }));
        assertEquals(List.of("first", "second", "third", "after", "around"), names());
        assertParent("around", "after");
    }

    private static String nameOfCurrent() {
        return ((io.opentelemetry.sdk.trace.ReadableSpan) Span.current()).getName();
    }

    @Test
    void aRegionClosedOnAnotherThreadEndsItsSpanAndDoesNotBecomeAParentAgain() throws Exception {
        Results results = Sessions.measure(() -> {
            OpenRegion carried = SPANS.open("carried");
            Thread other = new Thread(carried::close);
            other.start();
            other.join();
            SPANS.run("after", () -> {});
            SPANS.run("again", () -> {});
        });
        assertEquals(List.of("carried", "after", "again"), names());
        assertParent(null, "after");
        assertParent(null, "again");
        assertEquals(1, results.getProblems().size());
    }

    @Test
    void aRegionClosedAfterTheSessionEndedEndsItsSpan() throws Exception {
        OpenRegion[] open = new OpenRegion[1];
        Sessions.measure(() -> open[0] = SPANS.open("late"));
        assertEquals(List.of(), names());
        open[0].close();
        assertEquals(List.of("late"), names());
    }

    @Test
    void aRegionWhoseOtherComponentFailsEndsItsSpan() throws Exception {
        Bundle2<OtelSpan, Broken> bundle = Bundles.of(OtelSpan.class, Broken.class);
        Results results = Sessions.measure(() -> {
            bundle.run("broken", () -> {});
            bundle.run("broken", () -> {});
        });
        assertEquals(List.of("broken", "broken"), names());
        assertEquals(1, results.getProblems().size());
    }

    @Test
    void workOnAnotherThreadIsAChildIfTheProgramHandsOverTheContext() throws Exception {
        Sessions.measure(() -> SPANS.run("submits", () -> {
            for (Runnable task : new Runnable[] {
                Context.current().wrap(() -> SPANS.run("handed over", () -> {})), () -> SPANS.run("not handed over", () -> {})
            }) {
                Thread thread = new Thread(task);
                thread.start();
                try {
                    thread.join();
                } catch (InterruptedException interrupted) {
                    throw new IllegalStateException(interrupted);
                }
            }
        }));
        assertParent("submits", "handed over");
        assertParent(null, "not handed over");
    }

    @Test
    void aLapThatLeavesAScopeOfTheProgramOpenDoesNotTakeItAway() throws Exception {
        Span left = tracer.spanBuilder("left").startSpan();
        Scope[] scope = new Scope[1];
        Sessions.measure(() -> {
            SPANS.run("careless", () -> scope[0] = left.makeCurrent());
            assertSame(left, Span.current());
            scope[0].close();
            SPANS.run("next", () -> {});
        });
        assertParent(null, "next");
    }

    @Test
    void labelsOfAnyCharactersAreNames() throws Exception {
        List<String> hostile = List.of("", "\"\n\t\\", "größer 😀", "x".repeat(10_000));
        Sessions.measure(() -> hostile.forEach(label -> SPANS.run(label, () -> {})));
        assertEquals(hostile, names().stream().map(it -> it.equals("<unspecified span name>") ? "" : it).toList());
    }

    @Test
    void withoutAnInstanceThereIsNoSpanAndTheProgramCanStillSetTheGlobalOne() throws Exception {
        OtelSpan.use(null);
        Sessions.measure(() -> {
            SPANS.run("nowhere", () -> assertFalse(Span.current().getSpanContext().isValid()));
            io.opentelemetry.api.GlobalOpenTelemetry.set(sdk); // throws if it was requested before
            SPANS.run("global", () -> assertTrue(Span.current().getSpanContext().isValid()));
        });
        assertEquals(List.of("global"), names());
    }

    @Test
    void anInstanceThatDoesNothingGetsNothing() throws Exception {
        OtelSpan.use(OpenTelemetry.noop());
        Results results = Sessions.measure(() -> SPANS.run("x", () -> assertSame(Context.root(), Context.current())));
        assertEquals(List.of(), results.getProblems());
    }

    @Test
    void whileSwitchedOffThereAreNoSpans() throws Exception {
        Sessions.measure(() -> {
            Timemory.setEnabled(false);
            SPANS.run("off", () -> {});
            Timemory.setEnabled(true);
        });
        assertEquals(List.of(), names());
    }

    @Test
    void resultsHaveNoTableOfSpans() throws Exception {
        Bundle2<OtelSpan, TripCount> both = Bundles.of(OtelSpan.class, TripCount.class);
        Results results = Sessions.measure(() -> both.run("x", () -> {}));
        assertNull(results.get(OtelSpan.TYPE));
        assertNotNull(results.get(TripCount.TYPE).find("x"));
        assertEquals(List.of(), results.getProblems());
    }
}
