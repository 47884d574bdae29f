package timemory.agent.record;

import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.agent.boot.SuspendingCall;

/** A measured call of a {@code suspend} function. */
final class MeasuredCall extends SuspendingCall {
    final Strand strand;

    /** The value that the function returns when it is suspended. */
    private final Object suspended;

    /** The slice started by the call, {@code null} if its thread was already running the coroutine. */
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
