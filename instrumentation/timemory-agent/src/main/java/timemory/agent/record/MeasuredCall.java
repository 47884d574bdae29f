package timemory.agent.record;

import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.agent.boot.SuspendingCall;

/** A call of a {@code suspend} function that is measured. */
final class MeasuredCall extends SuspendingCall {
    final Strand strand;

    /** What the function returns where it is suspended. */
    private final Object suspended;

    /** The slice that the call began, {@code null} where its thread ran the coroutine before. */
    private final Strand.@Nullable Slice slice;

    private @Nullable OpenRegion region;

    MeasuredCall(Strand strand, Object suspended, Strand.Slice slice, OpenRegion region) {
        this.strand = strand;
        this.suspended = suspended;
        this.slice = slice.isStarted() ? slice : null;
        this.region = region;
    }

    @Override
    public void end() {
        OpenRegion open = region;
        if (open == null) return;
        region = null;
        open.close();
    }

    @Override
    public void returns(@Nullable Object result) {
        if (result != suspended) end();
        if (slice != null) slice.close();
    }

    @Override
    public void returnsResumed(@Nullable Object result) {
        if (result != suspended) end();
    }
}
