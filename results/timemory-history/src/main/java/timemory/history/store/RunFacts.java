package timemory.history.store;

import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

/**
 * Facts about a run other than its results.
 *
 * @param at when it ended
 * @param commit of the source that ran; empty if unknown
 * @param branch of the source that ran; empty if unknown
 * @param machine the machine it ran on: runs on different machines are not compared
 * @param program the program: runs of different programs are not compared
 * @param parameters such as sizes and threads: runs that differ in them are not compared
 */
public record RunFacts(Instant at, String commit, String branch, String machine, String program, Map<String, String> parameters) {
    public RunFacts {
        parameters = new TreeMap<>(parameters);
    }

    /** Returns the parameters as {@code size=1000 threads=8}. */
    public String parameterText() {
        StringBuilder text = new StringBuilder();
        parameters.forEach((name, value) -> text.append(text.isEmpty() ? "" : " ").append(name).append('=').append(value));
        return text.toString();
    }
}
