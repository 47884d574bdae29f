package timemory.micronaut;

import io.micronaut.http.MediaType;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Get;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import timemory.Bundles;
import timemory.OpenRegion;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** A Micronaut program that answers requests in all supported ways. */
@Controller(value = "/", produces = MediaType.TEXT_PLAIN)
class Orders {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    private static String measured(String label, String answer) {
        try (OpenRegion region = TOOLS.open(label)) {
            return answer;
        }
    }

    @Get("/orders/{id}")
    String order(int id) {
        return measured("load", "order " + id);
    }

    @Get("/blocking")
    @ExecuteOn(TaskExecutors.BLOCKING)
    String blocking() throws InterruptedException {
        Thread.sleep(20);
        return measured("wait", "blocked");
    }

    @Get("/reactive")
    Mono<String> reactive() {
        return Mono.delay(Duration.ofMillis(20)).publishOn(Schedulers.boundedElastic()).map(tick -> measured("step", "reactive"));
    }

    @Get("/later")
    CompletableFuture<String> later() {
        return CompletableFuture.supplyAsync(() -> "later");
    }

    @Get("/fails")
    String fails() {
        throw new IllegalStateException("it fails");
    }
}
