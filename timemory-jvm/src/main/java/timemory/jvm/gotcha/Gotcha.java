package timemory.jvm.gotcha;

import org.jspecify.annotations.Nullable;
import timemory.ExperimentalTimemoryApi;
import timemory.MarkerComponent;

/**
 * A component that wraps, audits or replaces function calls while a region with it is open: {@code Math.sin}, {@code Statement.execute} of
 * any JDBC driver, a function of your program. Its {@link GotchaType} defines which, and how:
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
 * <p>It records nothing itself. It is active while any region with it is open, on all threads or, with {@link GotchaScope#THREAD}, on the
 * thread that opened the region.
 *
 * <p>Thread-safety: like {@link MarkerComponent}.
 */
@ExperimentalTimemoryApi
public abstract class Gotcha extends MarkerComponent {
    private @Nullable GotchaType<?> type;

    /** What {@link Gate#open()} returned for the running lap; {@code null} if there is none. */
    private Gate.@Nullable Opening opening;

    /** Called by its type. */
    protected Gotcha() {}

    final @Nullable GotchaType<?> type() {
        return type;
    }

    final void belongsTo(GotchaType<?> made) {
        type = made;
    }

    @Override
    public final synchronized void start() {
        if (type == null) throw new IllegalStateException(getClass().getName() + " was not created by its GotchaType");
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
