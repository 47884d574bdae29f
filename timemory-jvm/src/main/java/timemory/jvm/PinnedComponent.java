package timemory.jvm;

import java.lang.reflect.Method;
import java.time.Duration;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentFactory;
import timemory.LongComponent;
import timemory.Quantity;

/**
 * Base class of components for pinned virtual threads: a virtual thread is pinned while it blocks and cannot leave its carrier thread, such
 * as inside a class initializer, below a native frame, and before Java 24 inside {@code synchronized}.
 *
 * <p>Source: the JDK Flight Recorder's {@code jdk.VirtualThreadPinned} events, for all virtual threads of the process. The JVM reports a
 * pinning when it ends; it counts fully for the lap in which it ends. Each lap has its own event stream, which is drained at the end so
 * that late events are counted in their own lap. That takes about 15 milliseconds per lap, and 200 for the first one: use it for regions
 * that last seconds.
 */
abstract class PinnedComponent extends LongComponent {

    private static final String EVENT = "jdk.VirtualThreadPinned";

    /** Since Java 20; the library is compiled for Java 17. */
    private static final @Nullable Method STOP = stopOfStreams();

    private @Nullable RecordingStream stream;

    /** Modified only by the stream's thread. */
    private volatile long value;

    private static @Nullable Method stopOfStreams() {
        try {
            return RecordingStream.class.getMethod("stop");
        } catch (NoSuchMethodException | LinkageError ignored) {
            return null;
        }
    }

    static @Nullable String unavailable() {
        if (Runtime.version().feature() < 21) {
            return "virtual threads need Java 21, and this is Java " + Runtime.version().feature();
        }
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            return "this Java runtime does not include the module jdk.jfr";
        }
        return STOP != null && FlightRecorder.isAvailable() ? null : "this JVM has no JDK Flight Recorder";
    }

    /** Returns the amount that one pinning adds to the lap. */
    abstract long valueOf(RecordedEvent pinning);

    @Override
    public void start() {
        value = 0;
        RecordingStream begun = new RecordingStream();
        stream = begun;
        begun.enable(EVENT).withThreshold(Duration.ZERO).withoutStackTrace();
        begun.onEvent(EVENT, event -> value += valueOf(event));
        begun.startAsync();
    }

    @Override
    public void stop() {
        try (RecordingStream ended = stream) {
            if (STOP != null && ended != null) STOP.invoke(ended);
        } catch (ReflectiveOperationException failure) {
            throw new IllegalStateException("the event stream of " + EVENT + " cannot be stopped", failure);
        } finally {
            stream = null;
        }
        record(value);
    }

    /** Not calibrated, because that takes many laps. */
    static final class Type<C extends PinnedComponent> extends RuntimeType<C> {

        Type(String id, String description, Quantity quantity, ComponentFactory<C> factory) {
            super(id, description, quantity, Binding.PROCESS, "JFR event " + EVENT, factory, PinnedComponent::unavailable);
        }

        @Override
        public boolean getMayBeCalibrated() {
            return false;
        }
    }
}
