package timemory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file of {@code /proc} that is kept open and read from its start at each reading, into a buffer of the calling thread, without
 * garbage. May be used by any number of threads at once.
 */
final class ProcFile {

    private static final int SIZE = 8192;
    private static final ThreadLocal<ByteBuffer> BUFFER = ThreadLocal.withInitial(() -> ByteBuffer.allocateDirect(SIZE));

    private final String path;
    private volatile FileChannel channel;

    ProcFile(String path) {
        this.path = path;
    }

    /** The first number after {@code key}, given in ASCII. */
    long numberAfter(byte[] key) {
        ByteBuffer text = read();
        for (int at = 0; at + key.length <= text.limit(); at++) {
            if (matches(text, at, key)) {
                return numberFrom(text, at + key.length);
            }
        }
        throw new UnsupportedOperationException(path + " has no field '" + new String(key, StandardCharsets.US_ASCII) + "'");
    }

    /** The number with {@code index}, counted from 0. */
    long number(int index) {
        ByteBuffer text = read();
        int at = 0;
        for (int skipped = 0; skipped < index; skipped++) {
            while (at < text.limit() && text.get(at) != ' ') {
                at++;
            }
            at++;
        }
        return numberFrom(text, at);
    }

    private long numberFrom(ByteBuffer text, int start) {
        int at = start;
        while (at < text.limit() && (text.get(at) == ' ' || text.get(at) == '\t')) {
            at++;
        }
        int first = at;
        long number = 0;
        while (at < text.limit() && text.get(at) >= '0' && text.get(at) <= '9') {
            number = number * 10 + (text.get(at) - '0');
            at++;
        }
        if (at == first) {
            throw new UnsupportedOperationException(path + " has no number at byte " + start);
        }
        return number;
    }

    private ByteBuffer read() {
        ByteBuffer buffer = BUFFER.get();
        buffer.clear();
        try {
            open().read(buffer, 0);
        } catch (IOException failure) {
            throw new UncheckedIOException("cannot read " + path + ": " + failure.getMessage(), failure);
        }
        return buffer.flip();
    }

    /** Opens the file at the first reading, and anew where an interrupted thread made the channel close itself. */
    private FileChannel open() throws IOException {
        FileChannel known = channel;
        if (known != null && known.isOpen()) {
            return known;
        }
        synchronized (this) {
            if (channel == null || !channel.isOpen()) {
                channel = FileChannel.open(Path.of(path), StandardOpenOption.READ);
            }
            return channel;
        }
    }

    private static boolean matches(ByteBuffer text, int at, byte[] key) {
        for (int i = 0; i < key.length; i++) {
            if (text.get(at + i) != key[i]) {
                return false;
            }
        }
        return true;
    }
}
