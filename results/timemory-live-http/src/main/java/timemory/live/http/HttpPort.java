package timemory.live.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import timemory.internal.platform.SystemEnvironment;

/**
 * A port served by {@link LiveHandler}. Each connection has one request and a thread. At the connection limit, the oldest one without
 * a response in progress is closed, or else the new one. All threads are daemons.
 */
final class HttpPort {

    private static final int BACKLOG = 32;
    private static final int LOOK_MILLISECONDS = 250;

    private final ServerSocket server;
    private final InetSocketAddress address;
    private final LiveHandler handler;
    private final @Nullable PeerUsers users;
    private final HttpLimits limits;
    private final Semaphore answers = new Semaphore(HttpLimits.MAX_ANSWERS);

    /** Oldest first; guarded by itself. */
    private final Set<HttpConnection> connections = new LinkedHashSet<>();

    private HttpPort(ServerSocket server, LiveHandler handler, @Nullable PeerUsers users, HttpLimits limits) {
        this.server = server;
        this.address = (InetSocketAddress) server.getLocalSocketAddress();
        this.handler = handler;
        this.users = users;
        this.limits = limits;
    }

    /**
     * Opens the port. A {@code token} is required beyond the loopback interface, where other machines can connect.
     *
     * @throws IllegalStateException with a sentence if it cannot be opened
     */
    static HttpPort open(InetSocketAddress wanted, @Nullable Token token, HttpLimits limits) {
        boolean isLocal = wanted.getAddress().isLoopbackAddress();
        if (token == null && !isLocal) {
            throw new IllegalStateException(
                    "other machines can connect to " + shown(wanted) + ", which requires a token: name a file with one"
                            + " in TIMEMORY_LIVE_HTTP_TOKEN_FILE, or listen on 127.0.0.1");
        }
        if (!SystemEnvironment.canFindFiles()) {
            throw new IllegalStateException("the system property java.home is missing, which Java needs to open a port");
        }
        try {
            LiveHandler handler = new LiveHandler(isLocal || token == null ? Access.byUser(token) : Access.byToken(token));
            ServerSocket server = new ServerSocket(wanted.getPort(), BACKLOG, wanted.getAddress());
            try {
                PeerUsers users = isLocal ? PeerUsers.ofThisProcess(server.getLocalPort()) : null;
                HttpPort port = new HttpPort(server, handler, users, limits);
                start(port::accept, "timemory-http");
                return port;
            } catch (RuntimeException | Error failure) {
                server.close();
                throw failure;
            }
        } catch (IOException failure) {
            throw new IllegalStateException("cannot listen on " + shown(wanted) + ": " + failure.getMessage(), failure);
        }
    }

    private static void start(Runnable work, String name) {
        Thread thread = new Thread(null, work, name, 0, false);
        thread.setDaemon(true);
        thread.start();
    }

    /** Accepts connections and closes overdue ones until the port is closed. */
    private void accept() {
        while (!server.isClosed()) {
            try {
                closeOverdue();
                server.setSoTimeout(connections() == 0 ? 0 : LOOK_MILLISECONDS);
                begin(server.accept());
            } catch (SocketTimeoutException ignored) {
                // time to close overdue connections
            } catch (IOException | OutOfMemoryError failure) {
                pause(); // closed, or out of descriptors or memory for now
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(LOOK_MILLISECONDS);
        } catch (InterruptedException interrupted) {
            // this thread is never interrupted
        }
    }

    private void begin(Socket socket) {
        HttpConnection connection = new HttpConnection(socket, this, limits);
        HttpConnection tooMany = null;
        synchronized (connections) {
            if (server.isClosed()) {
                tooMany = connection;
            } else if (connections.size() >= HttpLimits.MAX_CONNECTIONS) {
                tooMany = connections.stream().filter(one -> !one.isAnswered()).findFirst().orElse(connection);
                connections.remove(tooMany);
            }
            if (tooMany != connection) connections.add(connection);
        }
        if (tooMany != null) tooMany.close();
        if (tooMany == connection) return;
        try {
            start(connection, "timemory-http-answer");
        } catch (OutOfMemoryError unused) {
            connection.close();
            ended(connection);
        }
    }

    private void closeOverdue() {
        List<HttpConnection> all;
        synchronized (connections) {
            all = new ArrayList<>(connections);
        }
        for (HttpConnection one : all) if (one.isOverdue()) one.close();
    }

    void ended(HttpConnection connection) {
        synchronized (connections) {
            connections.remove(connection);
        }
    }

    /** Returns the current number of connections. */
    int connections() {
        synchronized (connections) {
            return connections.size();
        }
    }

    /** Returns the response that rejects {@code question}; {@code null} if it is allowed. */
    @Nullable
    LiveResponse refusal(LiveRequest question, InetSocketAddress peer, InetSocketAddress own) {
        return handler.refusal(question, () -> users == null ? "a token is required" : users.whyNotOwner(peer, own));
    }

    LiveResponse answer(LiveRequest question) {
        try {
            if (!answers.tryAcquire(limits.answerNanoseconds() / 2, TimeUnit.NANOSECONDS)) {
                return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, "too many requests at once").with("Retry-After", "1");
            }
        } catch (InterruptedException interrupted) {
            return LiveResponse.text(LiveResponse.SERVICE_UNAVAILABLE, "the port is being closed");
        }
        try {
            return handler.answerAsked(question);
        } finally {
            answers.release();
        }
    }

    /** Returns the address for a browser. */
    String url() {
        return "http://" + shown(address) + "/";
    }

    void close() {
        try {
            server.close();
        } catch (IOException failure) {
            // Closing failed; nothing more is accepted anyway.
        }
        List<HttpConnection> all;
        synchronized (connections) {
            all = new ArrayList<>(connections);
        }
        all.forEach(HttpConnection::close);
    }

    private static String shown(InetSocketAddress address) {
        InetAddress host = address.getAddress();
        String number = host.getHostAddress();
        return (number.indexOf(':') >= 0 ? "[" + number + "]" : number) + ":" + address.getPort();
    }
}
