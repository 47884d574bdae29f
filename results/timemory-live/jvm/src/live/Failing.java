package timemory.live;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Steps that fail by {@link IOException}, for callers in Kotlin, to whom that is like any other. */
final class Failing {

    private Failing() {}

    interface Step<T> {
        T run() throws IOException;
    }

    static <T> T as(Step<T> step) {
        try {
            return step.run();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }
}
