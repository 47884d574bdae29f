package timemory.jvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.gpu.CudaEvent;
import timemory.gpu.CudaStream;
import timemory.FakeGpu;
import timemory.LongComponent;
import timemory.OpenRegion;
import timemory.Quantity;
import timemory.bundle.Region2;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;
import timemory.Stream;
import timemory.StreamComponent;
import timemory.Timemory;
import timemory.TripCount;
import timemory.WallClock;

/** Regions measured with a stream, in Java; {@code StreamTest} tests them in Kotlin. */
@EnabledForJreRange(minVersion = 22)
class StreamsInJavaTest {

    private static final Bundle2<TripCount, CudaEvent> TOOLS = Bundles.of(TripCount.class, CudaEvent.class);

    /** A custom component that takes a stream. */
    public static final class StreamOf extends LongComponent implements StreamComponent {
        public static final ComponentType<StreamOf> TYPE =
                new ComponentType<>("stream_of", "The stream that a region was begun with", Quantity.COUNT, StreamOf::new);
        private long handle;

        @Override
        public void start() {
            handle = -1;
        }

        @Override
        public void start(Stream stream) {
            handle = ((CudaStream) stream).getHandle();
        }

        @Override
        public void stop() {
            record(handle);
        }
    }

    private static Results measured(Runnable program) {
        FakeGpu.INSTANCE.reset();
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        try {
            program.run();
        } catch (Throwable failure) {
            Timemory.finalize();
            throw failure;
        }
        return Timemory.finalize();
    }

    @Test
    void allFormsTakeAStream() {
        Results results = measured(() -> {
            CudaStream stream = FakeGpu.INSTANCE.stream();
            TOOLS.run("x", stream, () -> FakeGpu.INSTANCE.kernel("k", 1000, stream));
            assertEquals(42, TOOLS.get("x", stream, () -> {
                FakeGpu.INSTANCE.kernel("k", 200, stream);
                return 42;
            }));
            try (OpenRegion region = TOOLS.open("x", stream)) {
                FakeGpu.INSTANCE.kernel("k", 30, stream);
            }
            Region2<TripCount, CudaEvent> handle = TOOLS.region("x");
            handle.start(stream);
            FakeGpu.INSTANCE.kernel("k", 4, stream);
            handle.stop();
            assertEquals(4, handle.getSecond().getSum());
        });
        assertEquals(List.of(), results.getProblems());
        assertEquals(1234, results.get("cuda_event").find("x").getInclusive().getExactSum());
        assertEquals(4, results.get("trip_count").find("x").getInclusive().getLaps());
    }

    @Test
    void aComponentOfOnesOwnMayTakeTheStream() {
        Results results = measured(() -> {
            Bundle2<WallClock, StreamOf> bundle = Bundles.of(WallClock.class, StreamOf.class);
            bundle.run("with", new CudaStream(17), () -> {});
            bundle.run("without", () -> {});
        });
        assertEquals(17, results.get("stream_of").find("with").getInclusive().getExactSum());
        assertEquals(-1, results.get("stream_of").find("without").getInclusive().getExactSum());
    }

    @Test
    void aBundleWithoutSuchAComponentRefusesAStream() {
        measured(() -> {
            var bundle = Bundles.of(TripCount.class, WallClock.class);
            String message = assertThrows(IllegalArgumentException.class, () -> bundle.run("x", CudaStream.DEFAULT, () -> {})).getMessage();
            assertTrue(message.contains("takes a stream"), message);
        });
    }
}
