package timemory.live.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import timemory.internal.platform.SystemEnvironment;

/** A port at which {@link LiveHandler} answers, by the JDK's own server (module {@code jdk.httpserver}). */
final class HttpPort {

    private static final int WAITING = 32;

    private final HttpServer server;
    private final HttpThreads threads;
    private final InetSocketAddress address;

    private HttpPort(HttpServer server, HttpThreads threads) {
        this.server = server;
        this.threads = threads;
        this.address = server.getAddress();
    }

    /**
     * Opens it. Beyond the loopback interface, where other machines can connect, there has to be a {@code token}.
     *
     * @throws IllegalStateException with a sentence, where it cannot be opened
     */
    static HttpPort open(InetSocketAddress wanted, Token token, HttpThreads threads) {
        boolean isLocal = wanted.getAddress().isLoopbackAddress();
        if (token == null && !isLocal) {
            threads.close();
            throw new IllegalStateException(
                    "other machines can connect to " + shown(wanted) + ", which needs a token: name a file that has one"
                            + " by TIMEMORY_LIVE_HTTP_TOKEN_FILE, or listen at 127.0.0.1");
        }
        if (!SystemEnvironment.canFindFiles()) {
            threads.close();
            throw new IllegalStateException("the system property java.home is missing, which Java needs to open a port");
        }
        try {
            HttpServer server = HttpServer.create(wanted, WAITING);
            HttpPort port = new HttpPort(server, threads);
            LiveHandler handler = new LiveHandler(isLocal ? Access.byUser(token) : Access.byToken(token));
            PeerUsers users = isLocal ? PeerUsers.ofThisProcess() : null;
            server.createContext("/", exchange -> port.answer(exchange, handler, users));
            server.setExecutor(threads);
            startInDaemon(server);
            return port;
        } catch (IOException failure) {
            threads.close();
            throw new IllegalStateException("it cannot be listened at " + shown(wanted) + ": " + failure.getMessage(), failure);
        } catch (LinkageError withoutModule) {
            threads.close();
            throw new IllegalStateException("this Java has no HTTP server: add the module jdk.httpserver to its image", withoutModule);
        }
    }

    /** The server's own thread inherits from the one that starts it that it keeps no program alive. */
    private static void startInDaemon(HttpServer server) {
        Thread starting = new Thread(null, server::start, "timemory-http", 0, false);
        starting.setDaemon(true);
        starting.start();
        boolean isInterrupted = false;
        while (starting.isAlive()) {
            try {
                starting.join();
            } catch (InterruptedException later) {
                isInterrupted = true;
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(HttpExchange exchange, LiveHandler handler, PeerUsers users) throws IOException {
        HttpThreads.goOn();
        try (exchange) {
            LiveQuestion question = LiveHttpHandler.questionOf(exchange);
            try (LiveAnswer answer =
                    handler.answer(question, () -> users.whyNotOwner(exchange.getRemoteAddress(), exchange.getLocalAddress()))) {
                LiveHttpHandler.send(exchange, answer);
            }
        }
    }

    /** As a browser takes it. */
    String url() {
        return "http://" + shown(address) + "/";
    }

    void close() {
        // First, as the server waits for its own thread, which may wait for one of these.
        threads.close();
        server.stop(0);
    }

    private static String shown(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        String number = host.getHostAddress();
        return (number.indexOf(':') >= 0 ? "[" + number + "]" : number) + ":" + address.getPort();
    }
}
