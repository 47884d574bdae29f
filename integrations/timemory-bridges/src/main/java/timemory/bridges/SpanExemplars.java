package timemory.bridges;

import java.util.List;
import timemory.live.http.Exemplar;
import timemory.live.http.ExemplarSource;

/** Provides spans of {@link OtelSpan} as exemplars for {@code /metrics} of timemory-live-http, if that is on the class path. */
public final class SpanExemplars implements ExemplarSource {

    /** Called by {@link java.util.ServiceLoader}. */
    public SpanExemplars() {}

    @Override
    public void begin() {
        NotedSpans.begin();
    }

    @Override
    public List<Exemplar> of(String label) {
        return NotedSpans.of(label).stream().map(one -> new Exemplar(one.traceId(), one.spanId(), one.nanoseconds(), one.at())).toList();
    }
}
