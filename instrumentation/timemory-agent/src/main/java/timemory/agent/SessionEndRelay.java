package timemory.agent;

import org.jspecify.annotations.Nullable;
import timemory.results.Results;
import timemory.results.ResultsListener;
import timemory.Timemory;

/**
 * Forwards ends of sessions to the running measurement: listeners cannot be removed, and a program may be measured a thousand times.
 */
final class SessionEndRelay implements ResultsListener {
    private volatile @Nullable ResultsListener current;
    private boolean isListening;

    /** Notifies {@code listener} from now on, instead of the previous one; {@code null} for none. */
    synchronized void passTo(@Nullable ResultsListener listener) {
        current = listener;
        if (isListening) return;
        isListening = true;
        Timemory.whenFinalized(this);
    }

    @Override
    public void ending() {
        ResultsListener listener = current;
        if (listener != null) listener.ending();
    }

    @Override
    public void finalized(Results results) {
        ResultsListener listener = current;
        if (listener != null) listener.finalized(results);
    }
}
