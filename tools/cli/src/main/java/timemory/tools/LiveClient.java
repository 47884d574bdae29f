package timemory.tools;

import timemory.tools.io.Terminal;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/** Asks a process at its socket: one question for each connection, as {@code Request.kt} of timemory-live describes. */
final class LiveClient {

    private static final String BEGIN = "timemory/1 ";
    private static final int MAX_LINE_LENGTH = 512;
    private static final long MAX_BYTES = 512L << 20;

    private final Path socket;
    private final Duration patience;

    LiveClient(Path socket) {
        this(socket, Duration.ofSeconds(30));
    }

    /** @param patience how long an answer may take */
    LiveClient(Path socket, Duration patience) {
        this.socket = socket;
        this.patience = patience;
    }

    /**
     * What the process answers to {@code question}.
     *
     * @throws IOException with what it says is wrong, or why it says nothing
     */
    SocketResponse ask(String question) throws IOException {
        try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            Thread watch = watchOver(channel);
            try {
                channel.connect(UnixDomainSocketAddress.of(socket));
                write(channel, BEGIN + question + "\n");
                return reply(channel);
            } catch (ClosedChannelException failure) {
                throw new IOException("the process did not respond within " + patience.toSeconds() + " s: is it stopped?", failure);
            } finally {
                watch.interrupt();
            }
        }
    }

    /** A blocking channel has no timeout: it has to be closed by another thread. */
    private Thread watchOver(SocketChannel channel) {
        Thread watch = new Thread(() -> {
            try {
                Thread.sleep(patience.toMillis());
                channel.close();
            } catch (InterruptedException interrupted) {
                // as it should be
            } catch (IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
        }, "patience");
        watch.setDaemon(true);
        watch.start();
        return watch;
    }

    private static void write(SocketChannel channel, String text) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
    }

    private static SocketResponse reply(SocketChannel channel) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate(MAX_LINE_LENGTH);
        int end = -1;
        while (end < 0) {
            if (!begin.hasRemaining() || channel.read(begin) < 0) {
                throw new EOFException("the response of the process is truncated, or not from timemory");
            }
            end = lineEnd(begin);
        }
        String line = new String(begin.array(), 0, end, StandardCharsets.UTF_8);
        String[] words = line.split(" ");
        if (!line.startsWith(BEGIN) || words.length < 3) {
            throw new IOException("the process uses another protocol or version: '" + Terminal.visible(line) + "'");
        }
        Map<String, String> fields = new LinkedHashMap<>();
        for (int i = 2; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            fields.put(words[i].substring(0, Math.max(0, equals)), words[i].substring(equals + 1));
        }
        SocketResponse reply = new SocketResponse(fields, new byte[0]);
        byte[] content = content(channel, begin, end + 1, reply.number("bytes"));
        if (words[1].equals("ok")) {
            return new SocketResponse(fields, content);
        }
        throw new IOException(Terminal.visible(new String(content, StandardCharsets.UTF_8).strip()));
    }

    private static int lineEnd(ByteBuffer bytes) {
        for (int i = 0; i < bytes.position(); i++) {
            if (bytes.get(i) == '\n') {
                return i;
            }
        }
        return -1;
    }

    /** What {@code begin} has of it from {@code start} on, and the rest. No more memory is taken than what has come twice over. */
    private static byte[] content(SocketChannel channel, ByteBuffer begin, int start, long size) throws IOException {
        if (size < 0 || size > MAX_BYTES) {
            throw new IOException("the response has " + size + " bytes; at most " + MAX_BYTES + " are read");
        }
        ByteBuffer all = ByteBuffer.allocate((int) Math.min(size, 1 << 16));
        all.put(begin.array(), start, (int) Math.min(begin.position() - start, all.remaining()));
        while (all.position() < size) {
            if (!all.hasRemaining()) {
                all = ByteBuffer.allocate((int) Math.min(size, 2L * all.capacity())).put(all.flip());
            }
            if (channel.read(all) < 0) {
                throw new EOFException("the process ended while it responded");
            }
        }
        return all.array();
    }
}
