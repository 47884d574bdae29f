package shop;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Simulates customers of the shop at a URL for a number of seconds: {@code java -cp ... shop.Customers http://127.0.0.1:8765 20}. Prints
 * the number of their requests.
 */
public final class Customers {
    private static final int CUSTOMERS = 4;

    private Customers() {}

    public static void main(String[] arguments) throws InterruptedException {
        URI shop = URI.create(arguments[0]);
        long end = System.nanoTime() + Duration.ofSeconds(Long.parseLong(arguments[1])).toNanos();
        Map<String, AtomicLong> done = new ConcurrentHashMap<>();
        Thread[] customers = new Thread[CUSTOMERS];
        for (int i = 0; i < CUSTOMERS; i++) {
            Random random = new Random(i);
            customers[i] = new Thread(() -> buy(HttpClient.newHttpClient(), shop, random, end, done));
            customers[i].start();
        }
        for (Thread customer : customers) customer.join();
        new TreeMap<>(done).forEach((what, times) -> System.out.println(times + " " + what));
    }

    private static void buy(HttpClient client, URI shop, Random random, long end, Map<String, AtomicLong> done) {
        while (System.nanoTime() < end) {
            int product = random.nextInt(Shelves.PRODUCTS);
            int choice = random.nextInt(10);
            if (choice < 3) {
                send(client, HttpRequest.newBuilder(shop.resolve("/products")), "GET /products", done);
            } else if (choice < 9) {
                send(client, HttpRequest.newBuilder(shop.resolve("/products/" + product)), "GET /products/{id}", done);
            } else {
                HttpRequest.Builder order =
                        HttpRequest.newBuilder(shop.resolve("/orders/" + product)).POST(HttpRequest.BodyPublishers.noBody());
                send(client, order, "POST /orders/{id}", done);
            }
        }
    }

    /** Requests without an answer, for example because the shop was killed, are counted too. */
    private static void send(HttpClient client, HttpRequest.Builder request, String what, Map<String, AtomicLong> done) {
        String outcome = what;
        try {
            int status = client.send(request.timeout(Duration.ofSeconds(30)).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
            if (status != 200) outcome = what + ": " + status;
        } catch (java.io.IOException failure) {
            outcome = what + ": not answered";
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        done.computeIfAbsent(outcome, none -> new AtomicLong()).incrementAndGet();
    }
}
