package timemory.live.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.Objects;
import timemory.ExperimentalTimemoryApi;

/**
 * A {@link LiveHandler} in the JDK's HTTP server: {@code server.createContext("/timemory", new
 * LiveHttpHandler(LiveHandler.withToken(token)))}. The server's own threads produce and send the responses.
 */
@ExperimentalTimemoryApi
public final class LiveHttpHandler implements HttpHandler {

    private final LiveHandler handler;

    /** Creates an adapter for {@code handler}. */
    public LiveHttpHandler(LiveHandler handler) {
        this.handler = Objects.requireNonNull(handler, "handler");
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange; LiveResponse answer = handler.answer(questionOf(exchange))) {
            send(exchange, answer);
        }
    }

    private static LiveRequest questionOf(HttpExchange exchange) {
        String mount = exchange.getHttpContext().getPath();
        mount = mount.endsWith("/") ? mount.substring(0, mount.length() - 1) : mount;
        String path = exchange.getRequestURI().getRawPath();
        // A context matches any path with its prefix rather than whole path segments: /timemory matches /timemoryX as well.
        String rest = path == null || !path.startsWith(mount) ? "?" : path.substring(mount.length());
        rest = rest.isEmpty() || rest.startsWith("/") ? rest : "?";
        return new LiveRequest(exchange.getRequestMethod(), mount, rest, exchange.getRequestURI().getRawQuery(),
                name -> exchange.getRequestHeaders().getFirst(name));
    }

    private static void send(HttpExchange exchange, LiveResponse answer) throws IOException {
        answer.headers().forEach(exchange.getResponseHeaders()::set);
        long length = answer.length();
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(length));
            exchange.sendResponseHeaders(answer.status(), -1);
        } else if (length == 0) {
            exchange.sendResponseHeaders(answer.status(), -1);
        } else {
            exchange.sendResponseHeaders(answer.status(), length);
            answer.writeTo(exchange.getResponseBody());
        }
    }
}
