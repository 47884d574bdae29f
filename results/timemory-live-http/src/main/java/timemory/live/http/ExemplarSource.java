package timemory.live.http;

import java.util.List;
import timemory.ExperimentalTimemoryApi;

/**
 * Provides laps with their traces as exemplars for Prometheus. Implementations are found as services; {@code timemory-bridges} has one, for
 * the spans of the component {@code otel_span}.
 *
 * <p>Must be thread-safe.
 */
@ExperimentalTimemoryApi
public interface ExemplarSource {

    /** Called once, before the first request for exemplars: from now on, some should be kept. */
    void begin();

    /** Returns recent laps of the region {@code label}, of all durations, in any order: at most a few dozen. */
    List<Exemplar> of(String label);
}
