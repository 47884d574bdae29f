package timemory.live.http;

import java.util.List;

/** Provides one lap of the region {@code traced}, of a hundred milliseconds, and one with invalid IDs. */
public final class TestExemplars implements ExemplarSource {

    static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    static final String SPAN = "00f067aa0ba902b7";

    private static final long AT = System.currentTimeMillis();

    /** Called by {@link java.util.ServiceLoader}. */
    public TestExemplars() {}

    @Override
    public void begin() {}

    @Override
    public List<Exemplar> of(String label) {
        return label.equals("traced")
                ? List.of(new Exemplar(TRACE, SPAN, 100_000_000, AT), new Exemplar("\"} 1\n", SPAN, 100_000_000, AT + 1))
                : List.of();
    }
}
