package timemory.live.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Sends arbitrary bytes that a client might send, including those that the JDK's client does not. */
final class RawAsking {

    private RawAsking() {}

    /** Returns the whole response of {@code url}'s server to a request of {@code lines}, which start with the request line. */
    static String ask(String url, String... lines) throws IOException {
        return send(url, String.join("\r\n", lines) + "\r\nConnection: close\r\n\r\n");
    }

    static String send(String url, String text) throws IOException {
        try (Socket socket = connect(url)) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    static Socket connect(String url) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port(url));
    }

    static int port(String url) {
        return URI.create(url).getPort();
    }
}
