package timemory.context.propagation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.micrometer.context.ContextExecutorService;
import io.micrometer.context.ContextRegistry;
import io.micrometer.context.ContextSnapshot;
import io.micrometer.context.ContextSnapshotFactory;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import timemory.Bundles;
import timemory.CallContext;
import timemory.OpenRegion;
import timemory.Timemory;
import timemory.TripCount;
import timemory.bundle.Bundle1;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

@Tag("java17")
class PositionAccessorTest {
    private static final Bundle1<TripCount> COUNTS = Bundles.of(TripCount.class);

    @BeforeEach
    void begin() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
    }

    @AfterEach
    void end() {
        if (Timemory.isInitialized()) assertEquals(List.of(), Timemory.finalize().getProblems());
    }

    @Test
    void theRegistryFindsItAsAService() {
        assertTrue(ContextRegistry.getInstance().getThreadLocalAccessors().stream().anyMatch(PositionAccessor.class::isInstance));
    }

    @Test
    void tasksOfAnExecutorHangBelowTheRegionThatTheyWereGivenIn() throws Exception {
        ExecutorService pool = ContextExecutorService.wrap(Executors.newFixedThreadPool(2),
                () -> ContextSnapshotFactory.builder().build().captureAll());
        try {
            for (String request : List.of("first", "second")) {
                try (OpenRegion region = COUNTS.open(request)) {
                    for (int i = 0; i < 10; i++) pool.submit(() -> count("task")).get(60, TimeUnit.SECONDS);
                }
            }
            pool.submit(() -> count("alone")).get(60, TimeUnit.SECONDS);
        } finally {
            pool.shutdown();
        }
        assertEquals(List.of("first 1", "  task 10", "second 1", "  task 10", "alone 1"), tree());
    }

    @Test
    void stepsOfReactorHangBelowTheRegionThatSubscribed() {
        Hooks.enableAutomaticContextPropagation();
        Scheduler one = Schedulers.newSingle("one");
        Scheduler other = Schedulers.newParallel("other", 2);
        try {
            for (String request : List.of("first", "second")) {
                try (OpenRegion region = COUNTS.open(request)) {
                    String value = Mono.fromCallable(() -> counted("load", request))
                            .subscribeOn(one)
                            .publishOn(other)
                            .map(text -> counted("parse", text))
                            .delayElement(Duration.ofMillis(1), other)
                            .map(text -> counted("render", text))
                            .block(Duration.ofSeconds(60));
                    assertEquals(request, value);
                }
            }
        } finally {
            Hooks.disableAutomaticContextPropagation();
            one.dispose();
            other.dispose();
        }
        assertEquals(List.of("first 1", "  load 1", "  parse 1", "  render 1", "second 1", "  load 1", "  parse 1", "  render 1"), tree());
    }

    @Test
    void whereNoRegionIsOpenThereIsNoValueAndNothingIsAllocated() {
        PositionAccessor accessor = new PositionAccessor();
        for (int i = 0; i < 20_000; i++) assertNull(accessor.getValue());
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        int values = 0;
        for (int i = 0; i < 10_000; i++) if (accessor.getValue() != null) values++;
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertEquals(0, values);
        assertTrue(allocated < 10_000, allocated + " bytes of 10,000 calls");
    }

    @Test
    void whileMeasuringIsOffThereIsNoValueAndScopesAreClosedAllTheSame() {
        PositionAccessor accessor = new PositionAccessor();
        try (OpenRegion region = COUNTS.open("on")) {
            CallContext position = (CallContext) accessor.getValue();
            Timemory.setEnabled(false);
            assertNull(accessor.getValue());
            accessor.setValue(position);
            Timemory.setEnabled(true);
            accessor.restore();
            count("inside");
        } finally {
            Timemory.setEnabled(true);
        }
        assertEquals(List.of("on 1", "  inside 1"), tree());
    }

    @Test
    void scopesThatNobodyOpenedOrForgotToCloseDoNoHarm() {
        PositionAccessor accessor = new PositionAccessor();
        accessor.restore();
        try (OpenRegion region = COUNTS.open("request")) {
            CallContext position = (CallContext) accessor.getValue();
            for (int i = 0; i < Scopes.MAX_OPEN + 10; i++) accessor.setValue(position);
            count("deep");
            for (int i = 0; i < Scopes.MAX_OPEN + 10; i++) accessor.restore();
            accessor.restore(position);
            count("after");
        }
        Results results = Timemory.finalize();
        assertEquals(1, results.getProblems().size());
        assertTrue(results.getProblems().get(0).startsWith("more than 1000 scopes of context propagation are open on thread 'main'"));
        assertEquals(List.of("request 1", "  deep 1", "  after 1"), tree(results));
    }

    /** Random nested scopes on one thread, with regions between them, compared with a model that knows each region's parent. */
    @Test
    void regionsHangWhereAModelHasThem() {
        PositionAccessor accessor = new PositionAccessor();
        for (int seed = 0; seed < 200; seed++) {
            if (!Timemory.isInitialized()) begin();
            Random random = new Random(seed);
            List<ContextSnapshot> snapshots = new ArrayList<>();
            List<String> paths = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            walk(random, "", 0, snapshots, paths, expected);
            Results results = Timemory.finalize();
            assertEquals(expected.stream().sorted().toList(), results.getGraphs().isEmpty() ? List.of() : paths(results), "seed " + seed);
            assertNull(accessor.getValue());
        }
    }

    private static void walk(
            Random random, String path, int depth, List<ContextSnapshot> snapshots, List<String> paths, List<String> expected) {
        for (int i = random.nextInt(4); i > 0; i--) {
            switch (depth > 5 ? 0 : random.nextInt(3)) {
                case 0 -> {
                    snapshots.add(ContextSnapshotFactory.builder().build().captureAll());
                    paths.add(path);
                }
                case 1 -> {
                    String label = path + "/" + random.nextInt(3);
                    expected.add(label);
                    try (OpenRegion region = COUNTS.open(label)) {
                        walk(random, label, depth + 1, snapshots, paths, expected);
                    }
                }
                default -> {
                    if (snapshots.isEmpty()) continue;
                    int which = random.nextInt(snapshots.size());
                    // A snapshot taken with no open region has no value: regions are below what is open here.
                    String inside = paths.get(which).isEmpty() ? path : paths.get(which);
                    try (ContextSnapshot.Scope scope = snapshots.get(which).setThreadLocals()) {
                        walk(random, inside, depth + 1, snapshots, paths, expected);
                    }
                }
            }
        }
    }

    /** Returns the path of each lap, which is also its label if its parent is the one in the model. */
    private static List<String> paths(Results results) {
        List<String> paths = new ArrayList<>();
        for (CallGraphNode root : results.getGraphs().get(0).getRoots()) add(root, "", paths);
        return paths.stream().sorted().toList();
    }

    private static void add(CallGraphNode node, String above, List<String> paths) {
        boolean isRight = node.getLabel().substring(0, node.getLabel().lastIndexOf('/')).equals(above);
        for (long lap = 0; lap < node.getInclusive().getLaps(); lap++)
            paths.add(isRight ? node.getLabel() : node.getLabel() + " below " + above);
        for (CallGraphNode child : node.getChildren()) add(child, node.getLabel(), paths);
    }

    private static void count(String label) {
        counted(label, null);
    }

    private static String counted(String label, String value) {
        try (OpenRegion region = COUNTS.open(label)) {
            return value;
        }
    }

    private static List<String> tree() {
        Results results = Timemory.finalize();
        assertEquals(List.of(), results.getProblems());
        return tree(results);
    }

    private static List<String> tree(Results results) {
        List<String> lines = new ArrayList<>();
        results.getGraphs().get(0).nodes().iterator().forEachRemaining(
                node -> lines.add("  ".repeat(node.getDepth()) + node.getLabel() + " " + node.getInclusive().getLaps()));
        return lines;
    }
}
