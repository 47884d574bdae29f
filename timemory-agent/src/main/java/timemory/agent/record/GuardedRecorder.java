package timemory.agent.record;

import timemory.agent.boot.CallFrame;
import timemory.agent.boot.Probes;
import timemory.agent.boot.SuspendingCall;

/**
 * A recorder for programs in which classes of the Java runtime are woven too: what they do on behalf of measuring is not measured. Programs
 * without such classes are spared looking.
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
    public Object enter(int site) {
        if (Guard.enter()) return null;
        try {
            return inner.enter(site);
        } finally {
            Guard.leave();
        }
    }

    @Override
    public Object enter(int site, Object[] arguments) {
        if (Guard.enter()) return null;
        try {
            return inner.enter(site, arguments);
        } finally {
            Guard.leave();
        }
    }

    @Override
    public void exit(Object region) {
        boolean wasInside = Guard.enter();
        try {
            inner.exit(region);
        } finally {
            if (!wasInside) Guard.leave();
        }
    }

    @Override
    public void exit(Throwable thrown, Object region) {
        boolean wasInside = Guard.enter();
        try {
            inner.exit(thrown, region);
        } finally {
            if (!wasInside) Guard.leave();
        }
    }

    @Override
    public int register(Class<?> holder) {
        boolean wasInside = Guard.enter();
        try {
            return inner.register(holder);
        } finally {
            if (!wasInside) Guard.leave();
        }
    }

    @Override
    public Object enterLines(int function) {
        if (Guard.enter()) return null;
        try {
            return inner.enterLines(function);
        } finally {
            Guard.leave();
        }
    }

    @Override
    public void line(Object region, int line) {
        if (Guard.enter()) return;
        try {
            inner.line(region, line);
        } finally {
            Guard.leave();
        }
    }

    @Override
    public SuspendingCall call(Object completion, int site, Object[] arguments) {
        if (Guard.enter()) return null;
        try {
            return inner.call(completion, site, arguments);
        } finally {
            Guard.leave();
        }
    }

    @Override
    public CallFrame resumed(Object continuation, int site) {
        boolean wasInside = Guard.enter();
        try {
            return inner.resumed(continuation, site);
        } finally {
            if (!wasInside) Guard.leave();
        }
    }

    @Override
    public Object resume(Object continuation) {
        if (Guard.enter()) return null;
        try {
            return inner.resume(continuation);
        } finally {
            Guard.leave();
        }
    }

    @Override
    public void suspend(Object slice) {
        boolean wasInside = Guard.enter();
        try {
            inner.suspend(slice);
        } finally {
            if (!wasInside) Guard.leave();
        }
    }

    @Override
    public Object created(Object probed, Object completion) {
        if (Guard.enter()) return probed;
        try {
            return inner.created(probed, completion);
        } finally {
            Guard.leave();
        }
    }
}
