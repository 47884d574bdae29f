package timemory.live.http;

import java.util.List;
import timemory.ExperimentalTimemoryApi;

/**
 * Knows traces that laps were parts of, for Prometheus to lead to them. Found as a service; {@code timemory-bridges} has one, for the spans
 * that the component {@code otel_span} makes.
 *
 * <p>Called from any thread.
 */
@ExperimentalTimemoryApi
public interface ExemplarSource {

    /** Somebody asks from now on: it is worth while to keep some. Called once. */
    void begin();

    /** Late laps of the region {@code label}, of all durations, in any order: a few dozen at the most. */
    List<Exemplar> of(String label);
}
