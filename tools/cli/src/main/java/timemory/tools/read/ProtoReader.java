package timemory.tools.read;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** Reads messages of Protocol Buffers, field by field, from a stream or from a message in a field. */
final class ProtoReader {

    private static final int MAX_MESSAGE_LENGTH = 64 << 20;

    private final InputStream in;
    private int kind;
    private long number;
    private byte[] bytes = {};

    ProtoReader(InputStream in) {
        this.in = in;
    }

    /** The number of the next field, whose value is then at hand; 0 at the end. */
    int next() throws IOException {
        int first = in.read();
        if (first < 0) {
            return 0;
        }
        long tag = varint(first);
        kind = (int) (tag & 7);
        switch (kind) {
            case 0 -> number = varint(read());
            case 1 -> number = fixed(8);
            case 2 -> {
                long length = varint(read());
                if (length < 0 || length > MAX_MESSAGE_LENGTH) {
                    throw new IOException("has a message of '" + length + "' bytes: it is not a profile or trace, or is damaged");
                }
                bytes = in.readNBytes((int) length);
                if (bytes.length < length) {
                    throw new EOFException("is truncated inside a message");
                }
            }
            case 5 -> number = fixed(4);
            default -> throw new IOException("has a field of unknown kind " + kind + ": it is not a profile or trace, or is corrupt");
        }
        return (int) (tag >>> 3);
    }

    long number() {
        return number;
    }

    String text() throws IOException {
        return new String(message(), StandardCharsets.UTF_8);
    }

    ProtoReader nested() throws IOException {
        return new ProtoReader(new java.io.ByteArrayInputStream(message()));
    }

    /** The numbers of a repeated field, packed or alone. */
    long[] numbers() throws IOException {
        if (kind != 2) {
            return new long[] {number};
        }
        ProtoReader packed = nested();
        int most = 0;
        for (byte one : bytes) {
            most += one >= 0 ? 1 : 0;
        }
        long[] all = new long[most];
        int count = 0;
        for (int first = packed.in.read(); first >= 0; first = packed.in.read()) {
            all[count++] = packed.varint(first);
        }
        return java.util.Arrays.copyOf(all, count);
    }

    private byte[] message() throws IOException {
        if (kind != 2) {
            throw new IOException("has a number instead of a message: it is not a profile or trace, or is corrupt");
        }
        return bytes;
    }

    private long fixed(int size) throws IOException {
        long value = 0;
        for (int i = 0; i < size; i++) {
            value |= (long) read() << 8 * i;
        }
        return value;
    }

    private long varint(int first) throws IOException {
        long value = first & 0x7F;
        int next = first;
        for (int shift = 7; (next & 0x80) != 0; shift += 7) {
            if (shift > 63) {
                throw new IOException("has a number of more than ten bytes: it is not a profile or trace, or is damaged");
            }
            next = read();
            value |= (long) (next & 0x7F) << shift;
        }
        return value;
    }

    private int read() throws IOException {
        int read = in.read();
        if (read < 0) {
            throw new EOFException("is truncated inside a field");
        }
        return read;
    }
}
