package timemory.spark;

import java.util.Properties;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The local properties of a driver thread. Spark copies them whenever a job is submitted, on the submitting thread; the copy then includes
 * that thread's call path. So opening a region costs nothing extra.
 */
final class CallSiteProperties extends Properties {
    private static final long serialVersionUID = 1L;

    private final transient JobCallSites places;

    CallSiteProperties(JobCallSites places, @Nullable Properties before) {
        this.places = places;
        if (before != null) before.forEach(super::put);
    }

    private @Nullable String place() {
        try {
            return places == null ? null : places.here();
        } catch (RuntimeException | LinkageError failure) {
            return null; // the job matters more
        }
    }

    @Override
    public synchronized void forEach(BiConsumer<? super Object, ? super Object> action) {
        String place = place();
        if (place == null) {
            super.forEach(action);
            return;
        }
        super.forEach((name, value) -> {
            if (!JobCallSites.NUMBER.equals(name)) action.accept(name, value);
        });
        action.accept(JobCallSites.NUMBER, place);
    }

    @Override
    public synchronized Object clone() {
        Properties copy = new Properties();
        forEach(copy::put);
        return copy;
    }

    @Override
    public synchronized boolean equals(Object other) {
        return super.equals(other);
    }

    @Override
    public synchronized int hashCode() {
        return super.hashCode();
    }
}
