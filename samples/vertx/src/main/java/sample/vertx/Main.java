package sample.vertx;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.TimeUnit;
import timemory.Bundles;
import timemory.Timemory;
import timemory.bundle.RuntimeBundle;
import timemory.results.CallGraphNode;
import timemory.settings.SettingsBuilder;

/** Sends a few requests to itself, and shows which regions they had. */
public final class Main {
    private static final RuntimeBundle TOOLS = Bundles.of("wall_clock");

    private Main() {}

    /** Takes no arguments. */
    public static void main(String[] arguments) throws Exception {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        Vertx vertx = Vertx.vertx();
        try {
            Router router = Router.router(vertx);
            TimemoryRequests.measure(router, "wall_clock");
            router.get("/orders/:id").handler(TimemoryRequests.route(context -> load(vertx, context)));
            router.get("/report").handler(TimemoryRequests.route(context -> report(vertx, context)));
            HttpServer server = vertx.createHttpServer().requestHandler(router).listen(0)
                    .toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
            for (String path : new String[] {"/orders/1", "/orders/2", "/orders/3", "/report", "/missing"}) get(server.actualPort(), path);
        } finally {
            vertx.close().toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
        }
        show(Timemory.finalize().get("wall_clock").getRoots(), "");
    }

    /** Looks an order up, and answers later, on the event loop. */
    private static void load(Vertx vertx, RoutingContext context) {
        String order = TOOLS.get("find order", () -> context.pathParam("id"));
        vertx.setTimer(20, TimemoryRequests.within(context, id -> TOOLS.run("render order", () -> context.end(order))));
    }

    /** Runs on a worker thread. */
    private static void report(Vertx vertx, RoutingContext context) {
        vertx.executeBlocking(TimemoryRequests.propagated(() -> TOOLS.get("add up", () -> "42"))).onSuccess(context::end);
    }

    private static void get(int port, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(path + " -> " + response.statusCode());
    }

    private static void show(List<CallGraphNode> nodes, String indent) {
        for (CallGraphNode node : nodes) {
            System.out.println(indent + node.getLabel() + " " + node.getInclusive().getLaps());
            show(node.getChildren(), indent + "  ");
        }
    }
}
