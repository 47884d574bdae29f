package timemory.live;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Steps that may throw {@link IOException}, for Kotlin callers, which have no checked exceptions. */
final class Failing {

    private Failing() {}

    interface Step<T> {
        T run() throws IOException;
    }

    interface StepOrNull<T> {
        @Nullable
        T run() throws IOException;
    }

    static <T> T as(Step<T> step) {
        try {
            return step.run();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }

    static <T> @Nullable T orNull(StepOrNull<T> step) {
        try {
            return step.run();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure.getMessage(), failure);
        }
    }
}
