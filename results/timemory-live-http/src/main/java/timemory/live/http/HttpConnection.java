package timemory.live.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** A connection with one request and one response. The port closes it when it is {@linkplain #isOverdue overdue}. */
final class HttpConnection implements Runnable {
    private static final int PART = 1 << 16;
    private static final int LEFT_MILLISECONDS = 1_000;

    private final Socket socket;
    private final HttpPort port;
    private final HttpLimits limits;
    private volatile long deadline;
    private volatile boolean isAnswered;

    HttpConnection(Socket socket, HttpPort port, HttpLimits limits) {
        this.socket = socket;
        this.port = port;
        this.limits = limits;
        mayTake(limits.requestNanoseconds());
    }

    private void mayTake(long nanoseconds) {
        deadline = System.nanoTime() + nanoseconds;
    }

    boolean isOverdue() {
        return System.nanoTime() - deadline > 0;
    }

    /** Whether its request has arrived and its sender is authorized. */
    boolean isAnswered() {
        return isAnswered;
    }

    void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            // The connection is no longer used.
        }
    }

    @Override
    public void run() {
        try (socket) {
            answer();
            end();
        } catch (IOException | OutOfMemoryError ignored) {
            // The peer closed the connection, it timed out, or memory ran out.
        } finally {
            port.ended(this);
        }
    }

    private void answer() throws IOException {
        LiveRequest question;
        try {
            question = HttpRequestReader.read(socket.getInputStream());
        } catch (HttpRequestReader.MalformedException exception) {
            send("GET", LiveResponse.text(LiveResponse.BAD, exception));
            return;
        }
        if (question == null) return;
        LiveResponse refusal = port.refusal(question, (InetSocketAddress) socket.getRemoteSocketAddress(),
                (InetSocketAddress) socket.getLocalSocketAddress());
        if (refusal != null) {
            send(question.method(), refusal);
            return;
        }
        isAnswered = true;
        mayTake(limits.answerNanoseconds());
        try (LiveResponse answer = port.answer(question)) {
            send(question.method(), answer);
        } finally {
            isAnswered = false;
        }
    }

    private void send(String method, LiveResponse answer) throws IOException {
        StringBuilder head = new StringBuilder("HTTP/1.1 ").append(answer.status()).append(" \r\n");
        answer.headers().forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (answer.status() != LiveResponse.UNCHANGED) head.append("Content-Length: ").append(answer.length()).append("\r\n");
        head.append("Connection: close\r\n\r\n");
        OutputStream out = new InParts(socket.getOutputStream());
        out.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
        if (!method.equals("HEAD")) answer.writeTo(out);
    }

    /** Reads the rest of the request, because closing a connection with unread data would discard the response. */
    private void end() throws IOException {
        socket.shutdownOutput();
        mayTake(TimeUnit.MILLISECONDS.toNanos(LEFT_MILLISECONDS));
        InputStream in = socket.getInputStream();
        byte[] rest = new byte[PART];
        for (int size = 0; size < PART;) {
            int count = in.read(rest);
            if (count < 0) return;
            size += count;
        }
    }

    /** Lets a slow client finish reading a large response. */
    private final class InParts extends FilterOutputStream {
        InParts(OutputStream out) {
            super(out);
        }

        @Override
        public void write(byte[] bytes, int from, int count) throws IOException {
            for (int at = from; at < from + count; at += PART) {
                out.write(bytes, at, Math.min(PART, from + count - at));
                mayTake(limits.answerNanoseconds());
            }
        }
    }
}
