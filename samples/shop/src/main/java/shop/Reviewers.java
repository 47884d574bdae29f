package shop;

import java.util.concurrent.CompletableFuture;
import org.springframework.scheduling.annotation.Async;
import org.springframework.stereotype.Service;
import timemory.Bundles;
import timemory.WallClock;
import timemory.bundle.Bundle1;

/** Asks what customers said, on threads of its own: what they do hangs below the request that they do it for. */
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
