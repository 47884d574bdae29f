package timemory;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Lap;
import timemory.internal.callgraph.Node;

/** What {@link Bundles} measures one lap with whose values are wanted. */
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
