package timemory.context.propagation;

import java.util.Arrays;
import timemory.CallContext;
import timemory.Timemory;
import timemory.internal.callgraph.ContextFrame;
import timemory.internal.problems.ProblemsKt;

/** The scopes that are open on one thread, which alone uses it: what closes one does not tell which, so that is remembered here. */
final class Scopes {
    /** Scopes inside each other that a program may have: where more are open, somebody forgets to close them. */
    static final int MAX_OPEN = 1000;

    private Object[] positions = new Object[8];
    private ContextFrame[] frames = new ContextFrame[8];
    private int count;

    void open(Object position) {
        if (count < MAX_OPEN) {
            if (count == frames.length) {
                frames = Arrays.copyOf(frames, 2 * count);
                positions = Arrays.copyOf(positions, 2 * count);
            }
            frames[count] = position instanceof CallContext context && Timemory.isEnabled() ? context.enter() : null;
            positions[count] = position;
            if (position instanceof PropagatedScope carried) carried.enter();
        } else if (count == MAX_OPEN) {
            ProblemsKt.activeProblems().report("scopes " + Thread.currentThread().getId(),
                    "more than " + MAX_OPEN + " scopes of context propagation"
                            + " are open on thread '" + Thread.currentThread().getName()
                            + "': what runs inside further ones hangs below the last of"
                            + " these. Each scope is to be closed, by the thread that opened it");
        }
        count++;
    }

    /** Closes the one that was opened last; does nothing where none is open. */
    void close() {
        if (count == 0) return;
        count--;
        if (count >= MAX_OPEN) return;
        ContextFrame frame = frames[count];
        Object position = positions[count];
        frames[count] = null;
        positions[count] = null;
        if (frame != null) ((CallContext) position).leave(frame);
        if (position instanceof PropagatedScope carried) carried.leave();
    }

    /** Closes the outermost scope of carried work that was left open, and all scopes inside it. */
    void closeCarried() {
        for (int i = 0; i < Math.min(count, MAX_OPEN); i++) {
            if (positions[i] instanceof PropagatedScope) {
                while (count > i) close();
            }
        }
    }

    int count() {
        return count;
    }
}
