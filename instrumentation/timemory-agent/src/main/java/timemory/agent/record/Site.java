package timemory.agent.record;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Bundle;
import timemory.OpenRegion;
import timemory.SelectedComponentsKt;
import timemory.Strand;
import timemory.Timemory;

/** A woven function: its label, its components, and whether it is still measured. */
public final class Site {
    private final String label;
    private final @Nullable Bundle bundle;

    /** Whether it is measured with the components that the thread pushed, rather than with {@link #bundle}. */
    private final boolean followsPushed;

    /** {@code null} if functions are measured however often they are called. */
    private final @Nullable Throttle throttle;

    /** {@code null} if labels do not include arguments. */
    private final @Nullable ArgumentText arguments;

    /** See {@link #from()}. */
    volatile long from;

    /** Read without ordering, because the change may take effect slightly later. */
    private boolean isMeasured;

    /**
     * A function.
     *
     * @param bundle the bundle it is measured with, {@code null} if it is not measured
     * @param followsPushed whether it is measured with the components that the thread pushed, if at all
     * @param throttle {@code null} if it is measured however often it is called
     * @param arguments how its label shows them, {@code null} for not at all
     */
    Site(String label, @Nullable Bundle bundle, boolean followsPushed, @Nullable Throttle throttle, @Nullable ArgumentText arguments) {
        this.followsPushed = followsPushed;
        this.arguments = arguments;
        isMeasured = bundle != null;
        this.label = label;
        this.bundle = bundle;
        this.throttle = throttle;
    }

    public String label() {
        return label;
    }

    /**
     * Since when it is measured, in nanoseconds after the measurement started; 0 if that is since its class was loaded.
     */
    public long from() {
        return from;
    }

    /** Whether it is no longer measured, because it was called often and was short each time. */
    public boolean isThrottled() {
        return throttle != null && throttle.hasActed();
    }

    @Nullable
    OpenRegion open() {
        if (!isMeasured || bundle == null || !Timemory.isEnabled()) return null;
        return throttle != null && throttle.wantsTime() ? openTimed(bundle, label) : opened(bundle, label);
    }

    @Nullable
    OpenRegion open(Object[] values) {
        if (!isMeasured || bundle == null || !Timemory.isEnabled()) return null;
        String full = labelWith(values);
        return throttle != null && throttle.wantsTime() ? openTimed(bundle, full) : opened(bundle, full);
    }

    private OpenRegion opened(Bundle bundle, String text) {
        return followsPushed ? SelectedComponentsKt.openChosen(text) : bundle.open(text);
    }

    private OpenRegion openTimed(Bundle bundle, String text) {
        OpenRegion region = opened(bundle, text);
        return new TimedCall(this, region, System.nanoTime());
    }

    private String labelWith(Object[] values) {
        return arguments == null ? label : label + arguments.of(values);
    }

    boolean isMeasured() {
        return isMeasured;
    }

    /** Opens the region of a {@code suspend} function in {@code strand}. */
    OpenRegion open(Strand strand, Object @Nullable [] values) {
        String text = values == null ? label : labelWith(values);
        // Functions without a bundle are not measured.
        OpenRegion region = followsPushed ? SelectedComponentsKt.openChosen(text, strand)
                : Objects.requireNonNull(bundle).open(text, strand);
        return throttle != null && throttle.wantsTime() ? new TimedCall(this, region, System.nanoTime()) : region;
    }

    /** A call took {@code nanoseconds}. */
    void ended(long nanoseconds) {
        if (throttle != null && throttle.ended(nanoseconds)) isMeasured = false;
    }

    /** A call whose duration the throttle needs. */
    private record TimedCall(Site site, OpenRegion region, long begin) implements OpenRegion {
        @Override
        public void close() {
            long end = System.nanoTime();
            region.close();
            site.ended(end - begin);
        }

        @Override
        public void closeWithInner() {
            region.closeWithInner();
        }
    }
}
