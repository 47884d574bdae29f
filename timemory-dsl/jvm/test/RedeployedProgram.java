package timemory;

import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** A program that is undeployed: it measures with a custom component, and must leave nothing behind. */
public final class RedeployedProgram implements Runnable {
    /** The program's own component. */
    public static final class Own extends LongDeltaComponent {
        public static final ComponentType<Own> TYPE = new ComponentType<>("own_of_redeployed", "Counts nothing", Quantity.COUNT, Own::new);

        @Override
        protected long read() {
            return 1;
        }
    }

    /** So that one that stays is noticed. */
    private final byte[] ballast = new byte[1_000_000];

    @Override
    public void run() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
        Components.register(Own.TYPE);
        Timemory.whenFinalized(results -> ballast[0]++);
        Bundles.of(WallClock.class, Own.class).run("own and others", () -> {});
        Bundles.of(Own.class, ReadChar.class, WallClock.class).run("own first", () -> {});
        Bundles.of("wall_clock,own_of_redeployed").run("by name", () -> {});
        Timemory.pushComponents("own_of_redeployed,wall_clock");
        Timemory.pushRegion("pushed");
        Timemory.popRegion("pushed");
        Timemory.popComponents();
        Results results = Timemory.finalize();
        if (ballast[0] == 0 || results.get("own_of_redeployed").find("pushed") == null || !results.getProblems().isEmpty()) {
            throw new AssertionError(results.getProblems());
        }
    }
}
