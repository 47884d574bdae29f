package timemory.history.store;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is known of a run besides its results.
 *
 * @param at when it ended
 * @param commit of the source that ran, and {@code branch}; empty where they are not known
 * @param machine what it ran on: runs on others are not compared
 * @param program what ran, and {@code parameters} what for: sizes, threads; runs that differ in them are not compared
 */
public record RunFacts(Instant at, String commit, String branch, String machine, String program, Map<String, String> parameters) {
    public RunFacts {
        parameters = new TreeMap<>(parameters);
    }

    /** {@code size=1000 threads=8}. */
    public String parameterText() {
        StringBuilder text = new StringBuilder();
        parameters.forEach((name, value) -> text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(value));
        return text.toString();
    }
}
