import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import timemory.Bundles;
import timemory.Timemory;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** The Server of pages about programs that run: it answers requests until it is ended. */
public class Server {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    public static void main(String[] args) throws InterruptedException {
        Timemory.init();
        ExecutorService threads = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 2; i++) {
            threads.execute(() -> {
                while (true) TOOLS.run("GET /orders/{id}", () -> TOOLS.run("SELECT orders", Server::query));
            });
        }
        System.out.println("listening");
    }

    private static void query() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
