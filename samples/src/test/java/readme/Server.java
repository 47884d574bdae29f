package readme;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import timemory.*;
import timemory.bundle.Bundle2;
import timemory.context.*;

public class Server {
    private static final Bundle2<WallClock, ThreadCpuClock> TOOLS = Bundles.of(WallClock.class, ThreadCpuClock.class);

    private static final ExecutorService WORKERS = ContextPropagation.executorService(Executors.newFixedThreadPool(4));

    public static void main(String[] args) throws IOException {
        Timemory.init();                                        // makes this thread the primary one
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 8080), 0);
        server.setExecutor(Executors.newFixedThreadPool(4));
        server.createContext("/order", exchange -> TOOLS.runThrowing("GET /order", () -> answer(exchange)));
        server.start();
        System.out.println("listening; Ctrl-C ends the server and writes the results");
    }

    private static void answer(HttpExchange exchange) throws IOException {
        String query = exchange.getRequestURI().getQuery();
        CompletableFuture<String> stock = CompletableFuture.supplyAsync(() -> TOOLS.get("stock", () -> lookUp(query, 20)), WORKERS);
        CompletableFuture<String> price = CompletableFuture.supplyAsync(() -> TOOLS.get("price", () -> lookUp(query, 5)), WORKERS);
        String page = stock.join() + price.join();
        byte[] bytes = TOOLS.get("render", () -> page.repeat(1000).getBytes());
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    private static String lookUp(String query, int milliseconds) {
        try {
            Thread.sleep(milliseconds);                         // a database
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return query;
    }
}
