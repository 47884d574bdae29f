package timemory.spring;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.bundle.RuntimeBundle;

/**
 * The regions of one request, which several threads may work for one after the other: the request as a whole, and inside it the route that
 * it took. Each thread takes up the strand while it does so.
 */
final class MeasuredRequest {
    private static final String REQUEST = "request";

    private final Strand strand = Strand.here();
    private final RuntimeBundle bundle;
    private @Nullable OpenRegion whole;
    private @Nullable OpenRegion route;
    private final AtomicBoolean isEnded = new AtomicBoolean();

    MeasuredRequest(RuntimeBundle bundle) {
        this.bundle = bundle;
    }

    /** The calling thread works for it, until the slice is closed. */
    Strand.Slice resume() {
        Strand.Slice slice = strand.resume();
        if (whole == null) whole = bundle.open(REQUEST, strand);
        return slice;
    }

    /** It goes to {@code label}, unless that is known already: later handlers are inside the first. */
    void enter(String label) {
        if (route == null && !isEnded.get()) route = bundle.open(label, strand);
    }

    /** The handler is done. What comes after it in filters counts as the request's. */
    void leave() {
        if (route == null) return;
        route.close();
        route = null;
    }

    /** Everything is sent; does nothing where that is known. */
    void end() {
        if (!isEnded.compareAndSet(false, true)) return;
        try (Strand.Slice slice = strand.resume()) {
            leave();
            if (whole != null) whole.close();
        }
    }
}
