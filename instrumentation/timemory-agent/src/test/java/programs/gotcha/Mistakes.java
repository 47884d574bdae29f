package programs.gotcha;

import timemory.Bundles;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** What gotchas reject, and the messages. */
public final class Mistakes {
    public static final class Some extends Gotcha {}

    private Mistakes() {}

    public static void main(String[] arguments) {
        refused("exp");
        refused("java.util.ArrayList.<init>");
        refused("java.util.ArrayList.ArrayList");
        refused("java.lang.Math.exp(double");
        said(type("none"));
        said(type("typo").wrap(Bundles.of(TripCount.class), "java.lang.Math.exq"));
        said(type("parameters").wrap(Bundles.of(TripCount.class), "java.lang.Math.exp(float)"));
        said(type("handle").wrap(Bundles.of(TripCount.class), "java.lang.invoke.MethodHandle.invoke"));
        said(type("replacement").replace("java.lang.Math.exp"));
        said(type("receiver").replace("java.lang.String.concat", Mistakes.class, "refused"));
        try {
            type("active").activate();
        } catch (IllegalStateException failure) {
            System.out.println(failure.getMessage());
        }
        try (var region = Bundles.of(TripCount.class, Inside.class).open("main")) {
            System.out.println(inside());
        }
    }

    public static final class Inside extends Gotcha {
        public static final GotchaType<Inside> TYPE = type0();

        private static GotchaType<Inside> type0() {
            return new GotchaType<>("inside", "Measures a function that calls nothing", Inside::new).wrap(Bundles.of(TripCount.class),
                    "java.lang.Math.nowhere");
        }
    }

    private static double inside() {
        return Math.abs(-1.0);
    }

    private static GotchaType<Some> type(String id) {
        return new GotchaType<>(id, "A mistake", Some::new);
    }

    static void refused(String function) {
        try {
            type("refused").wrap(Bundles.of(TripCount.class), function);
            System.out.println("taken: " + function);
        } catch (IllegalArgumentException exception) {
            System.out.println(exception.getMessage());
        }
    }

    private static void said(GotchaType<Some> type) {
        System.out.println(type.getId() + ": " + type.unavailableReason());
    }
}
