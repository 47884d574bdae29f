package programs.gotcha;

import timemory.Bundles;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/**
 * Which functions and callers a gotcha excludes, changed while the program runs; two gotchas for one function; one around a replacement.
 */
public final class Lists {
    public static final class Plus extends Gotcha {
        public static final GotchaType<Plus> TYPE = new GotchaType<>("plus", "Adds 100", Plus::new)
                .replace("programs.gotcha.Lists.one", Plus.class, "hundred")
                .replace("programs.gotcha.Lists.two", Plus.class, "hundred")
                .reject("programs.gotcha.Lists.two");

        static int hundred(int value) {
            return 100 + one(value);
        }
    }

    public static final class Later extends Gotcha {
        public static final GotchaType<Later> TYPE =
                new GotchaType<>("later", "Adds 1000", Later::new).replace("programs.gotcha.Lists.one", Later.class, "thousand");

        static int thousand(int value) {
            return 1000 + one(value);
        }
    }

    public static final class Around extends Gotcha {
        public static final GotchaType<Around> TYPE = new GotchaType<>("around", "Measures", Around::new)
                .wrap(Bundles.of(TripCount.class), "programs.gotcha.Lists.one(int)");
    }

    static final class Elsewhere {
        static int call() {
            return one(3);
        }
    }

    static int one(int value) {
        return value;
    }

    static int two(int value) {
        return 2 * value;
    }

    private Lists() {}

    public static void main(String[] arguments) {
        try (var plus = Plus.TYPE.activate()) {
            tell("rejects two");
            Plus.TYPE.reject();
            tell("rejects none");
            Plus.TYPE.permit("programs.gotcha.Lists.t*");
            tell("permits t*");
            Plus.TYPE.permit();
            Plus.TYPE.rejectCallers("*Elsewhere");
            tell("rejects callers");
            Plus.TYPE.rejectCallers().permitCallers("programs.gotcha.Lists$*");
            tell("permits callers");
            Plus.TYPE.permitCallers();
            try (var later = Later.TYPE.activate()) {
                tell("later one");
            }
            tell("first one");
            try (var region = Bundles.of(TripCount.class, Around.class).open("main")) {
                tell("measured");
            }
        }
        tell("none");
        try {
            Plus.TYPE.replace("programs.gotcha.Lists.three");
        } catch (IllegalStateException failure) {
            System.out.println(failure.getMessage());
        }
    }

    private static void tell(String when) {
        System.out.println(when + ": " + one(1) + ' ' + two(1) + ' ' + Elsewhere.call());
    }
}
