package timemory.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.Set;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.jvm.spi.AsyncRegion;

/**
 * Measures the program's and its libraries' Micrometer {@code Observation}s: each is one lap of a region with its name, from its start to
 * its stop, on any threads. Regions in its scopes are below it. Server requests are left to {@link RequestFilter}, which knows their routes
 * from the start. Thread-safe.
 */
final class MeasuredObservations implements ObservationHandler<Observation.Context> {
    private final RuntimeBundle bundle;
    private final Set<String> leftOut;

    /** @param leftOut names of observations that are measured elsewhere */
    MeasuredObservations(RuntimeBundle bundle, Set<String> leftOut) {
        this.bundle = bundle;
        this.leftOut = leftOut;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return true;
    }

    @Override
    public void onStart(Observation.Context context) {
        String name = context.getName();
        if (name == null || leftOut.contains(name) || !Timemory.isEnabled()) return;
        context.put(MeasuredObservations.class, new AsyncRegion(bundle, name));
    }

    @Override
    public void onScopeOpened(Observation.Context context) {
        AsyncRegion measured = context.get(MeasuredObservations.class);
        if (measured != null) measured.enter();
    }

    @Override
    public void onScopeClosed(Observation.Context context) {
        AsyncRegion measured = context.get(MeasuredObservations.class);
        if (measured != null) measured.leave();
    }

    @Override
    public void onScopeReset(Observation.Context context) {
        AsyncRegion measured = context.get(MeasuredObservations.class);
        if (measured != null) measured.leaveAll();
    }

    @Override
    public void onStop(Observation.Context context) {
        AsyncRegion measured = context.get(MeasuredObservations.class);
        if (measured != null) measured.end();
    }
}
