package shop;

import java.util.concurrent.CompletableFuture;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;
import timemory.Bundles;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** Fetches customers' reviews on its own threads: their regions are under the request that they work for. */
@Service
class Reviewers {
    private static final Bundle1<WallClock> TOOLS = Bundles.of(WallClock.class);

    private final Shelves shelves;

    Reviewers(Shelves shelves) {
        this.shelves = shelves;
    }

    @Async
    public CompletableFuture<Double> stars(int id) {
        return CompletableFuture.completedFuture(TOOLS.get("stars", () -> shelves.stars(id)));
    }
}
