package timemory.spring;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.stereotype.Service;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** A program with everything that the starter measures: routes, statements, work on other threads, asynchronous responses. */
@SpringBootApplication
@EnableAsync
class Shop {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    @Service
    static class Stock {
        @Async
        public CompletableFuture<String> look(String thing) {
            try (OpenRegion region = TOOLS.open("look")) {
                return CompletableFuture.completedFuture(thing);
            }
        }
    }

    @RestController
    static class Orders {
        private final JdbcTemplate database;
        private final Stock stock;

        Orders(DataSource source, Stock stock) {
            database = new JdbcTemplate(source);
            this.stock = stock;
            database.execute("CREATE TABLE orders (id INT PRIMARY KEY, thing VARCHAR(100))");
            for (int i = 0; i < 10; i++) database.update("INSERT INTO orders VALUES (?, ?)", i, "thing " + i);
        }

        @GetMapping("/orders/{id}")
        String order(@PathVariable("id") int id) {
            return database.queryForObject("SELECT thing FROM orders WHERE id = ?", String.class, id);
        }

        @GetMapping("/stock/{thing}")
        String stock(@PathVariable("thing") String thing) throws Exception {
            return stock.look(thing).get();
        }

        @GetMapping("/later")
        Callable<String> later() {
            return () -> {
                try (OpenRegion region = TOOLS.open("wait")) {
                    return "later";
                }
            };
        }

        @GetMapping("/deferred")
        DeferredResult<String> deferred() {
            DeferredResult<String> result = new DeferredResult<>(60_000L);
            new Thread(() -> result.setResult("deferred")).start();
            return result;
        }

        @GetMapping("/fails")
        String fails() {
            throw new IllegalStateException("it fails");
        }
    }
}
