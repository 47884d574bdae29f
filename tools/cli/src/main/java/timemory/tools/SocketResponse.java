package timemory.tools;

import java.util.Map;

/**
 * What a process answered.
 *
 * @param fields the other fields of the first line: {@code session}, and of results {@code from} and {@code to}, in nanoseconds
 * @param content what follows it
 */
record SocketResponse(Map<String, String> fields, byte[] content) {

    /** The number in field {@code name}, {@code -1} where there is none. */
    long number(String name) {
        try {
            return Long.parseLong(fields.getOrDefault(name, "-1"));
        } catch (NumberFormatException ignored) {
            return -1;
        }
    }
}
