package timemory.nativecalls;

import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.ComponentType;
import timemory.counters.CountersComponent;

/**
 * Counts the calls of the native functions that the setting {@code NATIVE_CALLS} names, as described in {@link NativeCallTuple}: {@code
 * TIMEMORY_COMPONENTS="wall_clock, native_calls"} with {@code TIMEMORY_NATIVE_CALLS="libz.so.1:inflate, read/result"}.
 *
 * <p>Source: the slots through which shared objects call each other.
 */
public final class NativeCalls extends CountersComponent {

    /** The type of {@link NativeCalls}. */
    public static final ComponentType<NativeCalls> TYPE = new Type();

    /** Called by its type. */
    public NativeCalls() {
        super(NativeCallSettings.INSTANCE.getChosen().choice());
    }

    private static final class Type extends NativeCallType<NativeCalls> {

        Type() {
            super("native_calls", "Calls of native functions by the calling thread", NativeCalls::new);
        }

        @Override
        public List<String> getElements() {
            return NativeCallSettings.INSTANCE.getChosen().getEvents();
        }

        @Override
        public @Nullable String unavailableReason() {
            return NativeCallSettings.INSTANCE.getChosen().choice().getReason();
        }
    }
}
