package programs.gotcha;

import java.util.Locale;
import timemory.bundle.Bundle4;
import timemory.Bundles;
import timemory.CpuClock;
import timemory.bundle.Region;
import timemory.WallClock;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/**
 * The example of timemory's documentation: sines and cosines are measured and exponentials replaced, while a region with the gotchas is
 * open.
 */
public final class Trig {
    /** Measures sines and cosines. */
    public static final class TrigGotcha extends Gotcha {
        public static final GotchaType<TrigGotcha> TYPE = new GotchaType<>("trig_gotcha", "Measures sines and cosines", TrigGotcha::new)
                .wrap(Bundles.of(WallClock.class, CpuClock.class), "java.lang.Math.sin", "java.lang.Math.cos");
    }

    /** Computes exponentials in single precision. */
    public static final class ExpGotcha extends Gotcha {
        public static final GotchaType<ExpGotcha> TYPE = new GotchaType<>("exp_gotcha", "Exponentials of single precision", ExpGotcha::new)
                .replace("java.lang.Math.exp");

        static double exp(double value) {
            return (float) Math.exp((float) value);
        }
    }

    private static final Bundle4<WallClock, CpuClock, TrigGotcha, ExpGotcha> TOOLS =
            Bundles.of(WallClock.class, CpuClock.class, TrigGotcha.class, ExpGotcha.class);

    private Trig() {}

    public static void main(String[] arguments) {
        double angle = 45.0 * (Math.PI / 180.0);
        Region main = TOOLS.region("main");
        print(angle);
        main.start();
        print(angle);
        main.stop();
        print(angle);
    }

    private static void print(double angle) {
        System.out.printf(Locale.ROOT, "cos(%.6f) = %.17g%n", angle, Math.cos(angle));
        System.out.printf(Locale.ROOT, "sin(%.6f) = %.17g%n", angle, Math.sin(angle));
        System.out.printf(Locale.ROOT, "exp(%.6f) = %.17g%n", angle, Math.exp(angle));
    }
}
