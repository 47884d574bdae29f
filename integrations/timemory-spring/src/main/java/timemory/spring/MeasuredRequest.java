package timemory.spring;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import timemory.OpenRegion;
import timemory.Strand;
import timemory.bundle.RuntimeBundle;

/**
 * The regions of one request, on which several threads may work one after another: the request as a whole, and inside it its route. Each
 * thread resumes the strand while it does so.
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

    /** Makes the calling thread work on it until the slice is closed. */
    Strand.Slice resume() {
        Strand.Slice slice = strand.resume();
        if (whole == null) whole = bundle.open(REQUEST, strand);
        return slice;
    }

    /** Enters the route {@code label}, unless it is known already: later handlers are inside the first one. */
    void enter(String label) {
        if (route == null && !isEnded.get()) route = bundle.open(label, strand);
    }

    /** Called when the handler is done. Later work of filters counts towards the request. */
    void leave() {
        if (route == null) return;
        route.close();
        route = null;
    }

    /** Called when everything has been sent; has no effect the second time. */
    void end() {
        if (!isEnded.compareAndSet(false, true)) return;
        try (Strand.Slice slice = strand.resume()) {
            leave();
            if (whole != null) whole.close();
        }
    }
}
