package timemory.context.propagation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import timemory.CallContext;
import timemory.spi.ContextScope;
import timemory.spi.Problems;

/** The open scopes of one thread, used only by that thread: closing does not identify the scope, so the order is recorded here. */
final class Scopes {
    /** The maximum nesting depth of scopes: beyond it, some are not being closed. */
    static final int MAX_OPEN = 1000;

    private @Nullable Object[] positions = new Object[8];
    private @Nullable ContextScope[] scopes = new ContextScope[8];
    private int count;

    void open(@Nullable Object position) {
        if (count < MAX_OPEN) {
            if (count == scopes.length) {
                scopes = Arrays.copyOf(scopes, 2 * count);
                positions = Arrays.copyOf(positions, 2 * count);
            }
            scopes[count] = position instanceof CallContext context ? context.makeCurrent() : null;
            positions[count] = position;
            if (position instanceof PropagatedScope carried) carried.enter();
        } else if (count == MAX_OPEN) {
            Problems.reportProblem("scopes " + Thread.currentThread().getId(),
                    "more than " + MAX_OPEN + " scopes of context propagation"
                            + " are open on thread '" + Thread.currentThread().getName()
                            + "': regions inside further ones are recorded below the last of"
                            + " these. Close each scope on the thread that opened it");
        }
        count++;
    }

    /** Closes the scope that was opened last; has no effect if there is none. */
    void close() {
        if (count == 0) return;
        count--;
        if (count >= MAX_OPEN) return;
        ContextScope scope = scopes[count];
        Object position = positions[count];
        scopes[count] = null;
        positions[count] = null;
        if (scope != null) scope.close();
        if (position instanceof PropagatedScope carried) carried.leave();
    }

    /** Closes the outermost scope of propagated work that was left open, and all scopes inside it. */
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
