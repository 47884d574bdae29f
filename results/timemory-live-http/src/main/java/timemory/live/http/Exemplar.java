package timemory.live.http;

import timemory.ExperimentalTimemoryApi;

/**
 * A lap of which the trace is known that it was a part of.
 *
 * @param traceId 32 hexadecimal digits (W3C Trace Context)
 * @param spanId 16 of them
 * @param nanoseconds what the lap took
 * @param at when it ended, in milliseconds since 1970
 */
@ExperimentalTimemoryApi
public record Exemplar(String traceId, String spanId, long nanoseconds, long at) {

    /** Whether the ids are what they have to be. */
    boolean isValid() {
        return traceId != null && spanId != null && traceId.matches("[0-9a-f]{32}") && spanId.matches("[0-9a-f]{16}");
    }
}
