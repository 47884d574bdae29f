package samples;

import timemory.bundle.Bundle4;
import timemory.Bundles;
import timemory.CpuClock;
import timemory.bundle.Region;
import timemory.WallClock;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/**
 * timemory's own example of gotchas: sines and cosines are measured and exponentials replaced between start and stop. {@code Gotchas} is
 * the same in Kotlin.
 */
public final class GotchasInJava {

    /** Measures sines and cosines. */
    public static final class TrigGotcha extends Gotcha {
        public static final GotchaType<TrigGotcha> TYPE = new GotchaType<>("trig_gotcha", "Measures sines and cosines", TrigGotcha::new)
                .wrap(Bundles.of(WallClock.class, CpuClock.class), "java.lang.Math.sin", "java.lang.Math.cos");
    }

    /** Replaces {@code double exp(double)} by a single-precision version. */
    public static final class ExpGotcha extends Gotcha {
        public static final GotchaType<ExpGotcha> TYPE = new GotchaType<>("exp_gotcha", "Exponentials of single precision", ExpGotcha::new)
                .replace("java.lang.Math.exp");

        static double exp(double value) {
            return (float) Math.exp((float) value);
        }
    }

    /** In a constant, so that the gotchas are ready before {@code main} begins. */
    private static final Bundle4<WallClock, CpuClock, TrigGotcha, ExpGotcha> TOOLS =
            Bundles.of(WallClock.class, CpuClock.class, TrigGotcha.class, ExpGotcha.class);

    private GotchasInJava() {}

    public static void main(String[] args) {
        double angle = 45.0 * (Math.PI / 180.0);
        Region main = TOOLS.region("main");

        // The gotchas are not active yet.
        System.out.println("cos(" + angle + ") = " + Math.cos(angle));
        System.out.println("sin(" + angle + ") = " + Math.sin(angle));
        System.out.println("exp(" + angle + ") = " + Math.exp(angle));

        // They count starts and stops.
        main.start();

        System.out.println("cos(" + angle + ") = " + Math.cos(angle));
        System.out.println("sin(" + angle + ") = " + Math.sin(angle));
        System.out.println("exp(" + angle + ") = " + Math.exp(angle));

        main.stop();

        // They are no longer active.
        System.out.println("cos(" + angle + ") = " + Math.cos(angle));
        System.out.println("sin(" + angle + ") = " + Math.sin(angle));
        System.out.println("exp(" + angle + ") = " + Math.exp(angle));
    }
}
