package timemory.tools.formats;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.DoubleComponent;
import timemory.LongComponent;
import timemory.Quantity;
import timemory.Scope;
import timemory.Timemory;
import timemory.bundle.Bundle3;
import timemory.context.ContextPropagation;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/**
 * A program of regions that is made of a seed: recursion, all scopes, threads, and laps whose values are given and not measured, so that what
 * each label took itself is known without timemory.
 */
final class RandomProgram {

    static final List<String> LABELS = List.of("solve", "step 17", "w\u00f6rk", "say \"a,b\"", "r");
    private static final String ON_THREAD = "worker";
    private static final int DEEPEST = 7;

    private static final ThreadLocal<long[]> GIVEN = ThreadLocal.withInitial(() -> new long[3]);

    /** Up to 2^53 ns in a lap. */
    public static final class GivenTime extends LongComponent {
        public static final ComponentType<GivenTime> TYPE = new ComponentType<>("given_time", "Time", Quantity.TIME, GivenTime::new);

        @Override
        public void start() {}

        @Override
        public void stop() {
            record(GIVEN.get()[0]);
        }
    }

    /** More than a double has digits for. */
    public static final class GivenCount extends LongComponent {
        public static final ComponentType<GivenCount> TYPE = new ComponentType<>("given_count", "Count", Quantity.COUNT, GivenCount::new);

        @Override
        public void start() {}

        @Override
        public void stop() {
            record(GIVEN.get()[1]);
        }
    }

    /** Fractions that are exact as doubles and as decimal numbers. */
    public static final class GivenResidual extends DoubleComponent {
        public static final ComponentType<GivenResidual> TYPE =
                new ComponentType<>("given_residual", "Residual", new Quantity("residual", ""), GivenResidual::new);

        private static final double UNIT = 1.0 / 64;

        @Override
        public void start() {}

        @Override
        public void stop() {
            record(GIVEN.get()[2] * UNIT);
        }
    }

    /** What a label took itself in all of its laps. */
    static final class Own {
        long laps;
        BigInteger time = BigInteger.ZERO;
        BigInteger count = BigInteger.ZERO;
        BigInteger residual = BigInteger.ZERO;

        BigDecimal of(String component) {
            return switch (component) {
                case "given_time" -> new BigDecimal(time);
                case "given_count" -> new BigDecimal(count);
                default -> new BigDecimal(residual).divide(BigDecimal.valueOf(64));
            };
        }
    }

    /** A lap: what it takes itself, and the laps inside it. */
    private record Step(String label, Scope scope, boolean isOnThread, long[] own, List<Step> inside) {

        /** What it takes together with what is inside it on its thread. */
        long[] whole() {
            long[] whole = own.clone();
            for (Step step : inside) {
                if (!step.isOnThread) {
                    long[] part = step.whole();
                    for (int i = 0; i < whole.length; i++) {
                        whole[i] += part[i];
                    }
                }
            }
            return whole;
        }
    }

    private final Random random;
    private final boolean hasScopes;
    private final Map<Scope, Bundle3<GivenTime, GivenCount, GivenResidual>> bundles = new TreeMap<>();
    private final Step main;
    private int steps;

    RandomProgram(long seed, boolean hasScopes) {
        random = new Random(seed);
        this.hasScopes = hasScopes;
        for (Scope scope : Scope.values()) {
            bundles.put(scope, Bundles.of(scope, GivenTime.class, GivenCount.class, GivenResidual.class));
        }
        main = step("main", 0, Scope.TREE);
    }

    private Step step(String label, int depth, Scope scope) {
        steps++;
        long[] own = {random.nextLong(1L << 40), random.nextLong(1L << 53), random.nextLong(500)};
        List<Step> inside = new ArrayList<>();
        for (int i = depth < DEEPEST && steps < 150 ? random.nextInt(depth == 0 ? 9 : 4) + (depth == 0 ? 4 : 0) : 0; i > 0; i--) {
            Scope next = hasScopes ? Scope.values()[random.nextInt(Scope.values().length)] : Scope.TREE;
            // What ran concurrently has a label of its own: of one that did so now and then, profiles have all laps apart.
            boolean isOnThread = !hasScopes && random.nextInt(8) == 0;
            inside.add(step(isOnThread ? ON_THREAD : LABELS.get(random.nextInt(LABELS.size())), depth + 1, next));
        }
        return new Step(label, scope, label.equals(ON_THREAD), own, inside);
    }

    /** Runs it in a session of its own. */
    Results run() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setCoutOutput(false);
        settings.setFileOutput(false);
        Timemory.init(settings);
        run(main);
        return Timemory.finalize();
    }

    private void run(Step step) {
        bundles.get(step.scope).run(step.label, () -> {
            for (Step inside : step.inside) {
                if (inside.isOnThread) {
                    onThread(inside);
                } else {
                    run(inside);
                }
            }
            System.arraycopy(step.whole(), 0, GIVEN.get(), 0, 3);
        });
    }

    private void onThread(Step step) {
        Thread thread = new Thread(ContextPropagation.wrap(() -> run(step)), "timemory-random");
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Adds what each label takes itself to {@code own}. */
    void addTo(Map<String, Own> own) {
        add(main, own);
    }

    private static void add(Step step, Map<String, Own> all) {
        Own own = all.computeIfAbsent(step.label, label -> new Own());
        own.laps++;
        own.time = own.time.add(BigInteger.valueOf(step.own[0]));
        own.count = own.count.add(BigInteger.valueOf(step.own[1]));
        own.residual = own.residual.add(BigInteger.valueOf(step.own[2]));
        for (Step inside : step.inside) {
            add(inside, all);
        }
    }
}
