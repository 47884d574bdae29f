package readme;

import java.util.List;
import java.util.concurrent.*;
import timemory.*;
import timemory.bundle.Bundle2;
import timemory.context.*;
import timemory.export.data.SavedResults;
import timemory.export.data.UnreadableResultsException;
import timemory.gpu.*;
import timemory.results.Results;

/** What the docs show of Java in pieces. */
final class Pieces {

    private static final Bundle2<WallClock, PeakRss> TOOLS = Bundles.of(WallClock.class, PeakRss.class);
    private static final Bundle2<WallClock, CudaEvent> ON_GPU = Bundles.of(WallClock.class, CudaEvent.class);

    private Pieces() {}

    private static void answer(String request) {}

    private static void importAll() {}

    private static void launch(CudaStream stream) {}

    static void serve(List<String> requests) {
        ExecutorService pool = ContextPropagation.executorService(Executors.newFixedThreadPool(4));
        TOOLS.run("serve", () -> requests.forEach(r -> pool.submit(() -> TOOLS.run("request", () -> answer(r)))));
    }

    static Results readBack() throws UnreadableResultsException {
        Results results = SavedResults.read("timemory-output");
        return results;
    }

    static void choose() {
        Timemory.pushComponents("cpu_util,read_bytes");
        Timemory.pushRegion("import");
        importAll();
        Timemory.popRegion("import");
        Timemory.popComponents();
    }

    static void solve(CudaStream stream) {
        ON_GPU.run("solve", stream, () -> launch(stream));

        try (OpenRegion region = ON_GPU.open("solve", stream)) {
            launch(stream);
        }
    }
}
