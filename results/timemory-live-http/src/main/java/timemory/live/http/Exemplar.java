package timemory.live.http;

import timemory.ExperimentalTimemoryApi;

/**
 * A lap with the trace that it was part of.
 *
 * @param traceId 32 hexadecimal digits (W3C Trace Context)
 * @param spanId 16 hexadecimal digits
 * @param nanoseconds the duration of the lap
 * @param at when it ended, in milliseconds since 1970
 */
@ExperimentalTimemoryApi
public record Exemplar(String traceId, String spanId, long nanoseconds, long at) {

    /** Returns whether the IDs are well-formed. */
    boolean isValid() {
        return traceId != null && spanId != null && traceId.matches("[0-9a-f]{32}") && spanId.matches("[0-9a-f]{16}");
    }
}
