package timemory.jvm.gotcha;

import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;
import timemory.MarkerComponent;

/**
 * A component that, while a region with it is open, has calls of functions wrapped, audited or replaced: {@code Math.sin}, {@code
 * Statement.execute} of any JDBC driver, a function of your program. Which, and how, its {@link GotchaType} says:
 *
 * <pre>{@code
 * public final class TrigGotcha extends Gotcha {
 *     public static final GotchaType<TrigGotcha> TYPE =
 *             new GotchaType<>("trig_gotcha", "Measures sines and cosines", TrigGotcha::new)
 *                     .wrap(Bundles.of(WallClock.class, CpuClock.class), "java.lang.Math.sin", "java.lang.Math.cos");
 * }
 *
 * Bundle2<WallClock, TrigGotcha> tools = Bundles.of(WallClock.class, TrigGotcha.class);
 * tools.run("solve", () -> solve());
 * }</pre>
 *
 * <p>It records nothing itself. Starts and stops are counted: it acts while more regions were started than stopped, on all threads or, with
 * {@link GotchaScope#THREAD}, on the thread that opened the region.
 *
 * <p>Thread-safety: as {@link MarkerComponent}.
 */
@ExperimentalTimemoryApi
public abstract class Gotcha extends MarkerComponent {
    private @Nullable GotchaType<?> type;

    /** What {@link Gate#open()} returned for the lap that runs; {@code null} outside of one. */
    private Gate.@Nullable Opening opening;

    /** Made by its type. */
    protected Gotcha() {}

    final @Nullable GotchaType<?> type() {
        return type;
    }

    final void belongsTo(GotchaType<?> made) {
        type = made;
    }

    @Override
    public final synchronized void start() {
        if (type == null) throw new IllegalStateException(getClass().getName() + " was not made by its GotchaType, and stands for nothing");
        type.started();
        if (opening == null) opening = type.gate().open();
    }

    @Override
    public final synchronized void stop() {
        Gate.Opening open = opening;
        opening = null;
        if (open != null) open.close();
    }

    @Override
    public final void abandon() {
        stop();
    }

    final void tell(String kind, String problem) {
        report(kind, problem);
    }
}
