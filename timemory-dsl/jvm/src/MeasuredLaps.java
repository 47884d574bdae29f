package timemory;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Lap;
import timemory.internal.callgraph.Node;

/** Measures a single lap whose values are needed, for {@link Bundles}. */
final class MeasuredLaps {

    private MeasuredLaps() {}

    static <R extends @Nullable Object> R around(Lap lap, String label, Supplier<R> body) {
        Node node = lap.enter(label);
        try {
            return body.get();
        } finally {
            if (node != null) {
                lap.leave(node);
            }
        }
    }
}
