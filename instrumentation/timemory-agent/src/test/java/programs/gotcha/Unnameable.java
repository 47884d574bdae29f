package programs.gotcha;

import programs.gotcha.other.Fluent;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** Calls functions whose result is of a class that is not public; and clones arrays, which Kotlin does by {@code Object.clone}. */
public final class Unnameable {
    public static final class UnnameableGotcha extends Gotcha {
        public static final GotchaType<UnnameableGotcha> TYPE =
                new GotchaType<>("unnameable_gotcha", "Sees what it can", UnnameableGotcha::new)
                        .wrap(Bundles.of(TripCount.class), "programs.gotcha.other.Fluent.*", "java.lang.Object.*");
    }

    private static final Bundle2<TripCount, UnnameableGotcha> TOOLS = Bundles.of(TripCount.class, UnnameableGotcha.class);

    private Unnameable() {}

    public static void main(String[] arguments) {
        try (var region = TOOLS.open("main")) {
            Object fluent = Fluent.make();
            System.out.println(fluent.toString() + new int[] {1, 2}.clone().length + KotlinArraysKt.cloned(new String[] {"a"}).length);
        }
    }
}
