package timemory.agent.record;

import org.jspecify.annotations.Nullable;
import timemory.agent.boot.CallFrame;
import timemory.agent.boot.Probes;
import timemory.agent.boot.SuspendingCall;

/**
 * A recorder for programs in which classes of the Java runtime are woven too: what they do on behalf of measuring is not measured. Programs
 * without such classes skip the check.
 *
 * <p>An instance may be used by any number of threads.
 */
public final class GuardedRecorder implements Probes {
    private final Probes inner;

    /** Guards {@code inner}. */
    public GuardedRecorder(Probes inner) {
        this.inner = inner;
    }

    @Override
    public @Nullable Object enter(int site) {
        Guard guard = Guard.here();
        if (guard.isInside) return null;
        guard.isInside = true;
        try {
            return inner.enter(site);
        } finally {
            guard.isInside = false;
        }
    }

    @Override
    public @Nullable Object enter(int site, Object[] arguments) {
        Guard guard = Guard.here();
        if (guard.isInside) return null;
        guard.isInside = true;
        try {
            return inner.enter(site, arguments);
        } finally {
            guard.isInside = false;
        }
    }

    @Override
    public void exit(Object region) {
        Guard guard = Guard.here();
        boolean wasInside = guard.isInside;
        guard.isInside = true;
        try {
            inner.exit(region);
        } finally {
            guard.isInside = wasInside;
        }
    }

    @Override
    public void exit(Throwable thrown, Object region) {
        Guard guard = Guard.here();
        boolean wasInside = guard.isInside;
        guard.isInside = true;
        try {
            inner.exit(thrown, region);
        } finally {
            guard.isInside = wasInside;
        }
    }

    @Override
    public int register(Class<?> holder) {
        Guard guard = Guard.here();
        boolean wasInside = guard.isInside;
        guard.isInside = true;
        try {
            return inner.register(holder);
        } finally {
            guard.isInside = wasInside;
        }
    }

    @Override
    public @Nullable Object enterLines(int function) {
        Guard guard = Guard.here();
        if (guard.isInside) return null;
        guard.isInside = true;
        try {
            return inner.enterLines(function);
        } finally {
            guard.isInside = false;
        }
    }

    @Override
    public void line(Object region, int line) {
        Guard guard = Guard.here();
        if (guard.isInside) return;
        guard.isInside = true;
        try {
            inner.line(region, line);
        } finally {
            guard.isInside = false;
        }
    }

    @Override
    public @Nullable SuspendingCall call(@Nullable Object completion, int site, Object @Nullable [] arguments) {
        Guard guard = Guard.here();
        if (guard.isInside) return null;
        guard.isInside = true;
        try {
            return inner.call(completion, site, arguments);
        } finally {
            guard.isInside = false;
        }
    }

    @Override
    public @Nullable CallFrame resumed(Object continuation, int site) {
        Guard guard = Guard.here();
        boolean wasInside = guard.isInside;
        guard.isInside = true;
        try {
            return inner.resumed(continuation, site);
        } finally {
            guard.isInside = wasInside;
        }
    }

    @Override
    public @Nullable Object resume(Object continuation) {
        Guard guard = Guard.here();
        if (guard.isInside) return null;
        guard.isInside = true;
        try {
            return inner.resume(continuation);
        } finally {
            guard.isInside = false;
        }
    }

    @Override
    public void suspend(Object slice) {
        Guard guard = Guard.here();
        boolean wasInside = guard.isInside;
        guard.isInside = true;
        try {
            inner.suspend(slice);
        } finally {
            guard.isInside = wasInside;
        }
    }

    @Override
    public Object created(Object probed, Object completion) {
        Guard guard = Guard.here();
        if (guard.isInside) return probed;
        guard.isInside = true;
        try {
            return inner.created(probed, completion);
        } finally {
            guard.isInside = false;
        }
    }
}
