package programs.gotcha;

import timemory.Bundles;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** Makes its bundle when the function with the calls is running already. */
public final class Late {
    public static final class LateGotcha extends Gotcha {
        public static final GotchaType<LateGotcha> TYPE = new GotchaType<>("late_gotcha", "Replaces exponentials", LateGotcha::new).replace(
                "java.lang.Math.exp");

        static double exp(double value) {
            return -1;
        }
    }

    private Late() {}

    public static void main(String[] arguments) {
        try (var region = Bundles.of(TripCount.class, LateGotcha.class).open("main")) {
            System.out.println(Math.exp(0) + " " + called());
        }
    }

    private static double called() {
        return Math.exp(0);
    }
}
