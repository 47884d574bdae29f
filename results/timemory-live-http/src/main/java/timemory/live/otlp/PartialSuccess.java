package timemory.live.otlp;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Parses the response of a receiver that accepted a message in part: {@code ExportProfilesServiceResponse} with one field, {@code
 * partial_success = 1 { rejected_profiles = 1, error_message = 2 }}. It is usually empty.
 */
final class PartialSuccess {

    private static final int MAX_BYTES = 64 * 1024;
    private static final int MAX_LENGTH = 200;
    private static final int VARINT = 0;
    private static final int BYTES = 2;
    private static final int MAX_VARINT_LENGTH = 63;

    private PartialSuccess() {}

    /** Returns the error as a sentence; {@code null} if everything was accepted, or the response is in another form. */
    static @Nullable String of(byte[] answer) {
        if (answer.length == 0 || answer.length > MAX_BYTES) {
            return null;
        }
        try {
            ByteBuffer part = bytesOf(ByteBuffer.wrap(answer), 1);
            if (part == null) {
                return null;
            }
            long rejected = varintOf(part.duplicate(), 1);
            ByteBuffer reason = bytesOf(part, 2);
            String text = reason == null ? "" : StandardCharsets.UTF_8.decode(reason).toString();
            if (rejected == 0 && text.isEmpty()) {
                return null;
            }
            String shown = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "..." : text;
            return "the receiver rejects " + rejected + " profiles" + (shown.isEmpty() ? "" : ": " + shown);
        } catch (java.nio.BufferUnderflowException | IllegalArgumentException ignored) {
            return null;
        }
    }

    private static @Nullable ByteBuffer bytesOf(ByteBuffer message, int wanted) {
        while (message.hasRemaining()) {
            long key = varint(message);
            if ((key & 7) == VARINT) {
                varint(message);
            } else if ((key & 7) == BYTES) {
                int length = Math.toIntExact(Math.min(varint(message), Integer.MAX_VALUE));
                if (key >>> 3 == wanted) {
                    return message.slice().limit(length);
                }
                message.position(message.position() + length);
            } else {
                return null;
            }
        }
        return null;
    }

    private static long varintOf(ByteBuffer message, int wanted) {
        while (message.hasRemaining()) {
            long key = varint(message);
            if ((key & 7) != VARINT) {
                return 0;
            }
            long value = varint(message);
            if (key >>> 3 == wanted) {
                return value;
            }
        }
        return 0;
    }

    private static long varint(ByteBuffer message) {
        long value = 0;
        for (int shift = 0; shift <= MAX_VARINT_LENGTH; shift += 7) {
            byte next = message.get();
            value |= (long) (next & 0x7f) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number of more than 64 bits");
    }
}
