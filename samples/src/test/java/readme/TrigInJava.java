package readme;

import timemory.*;
import timemory.jvm.gotcha.*;

/** What the docs show of gotchas in Java. */
final class TrigInJava {

    private TrigInJava() {}

    public static final class TrigGotcha extends Gotcha {
        public static final GotchaType<TrigGotcha> TYPE = new GotchaType<>("trig_gotcha", "Measures sines and cosines", TrigGotcha::new)
                .wrap(Bundles.of(WallClock.class, CpuClock.class), "java.lang.Math.sin", "java.lang.Math.cos");
    }
}
