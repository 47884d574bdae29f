package programs.gotcha;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.ComponentType;
import timemory.DoubleComponent;
import timemory.Quantity;
import timemory.TripCount;
import timemory.jvm.gotcha.Audit;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** How many bytes calls allocate: those that gotchas could see but do not, and those that they see. */
public final class Idle {
    private static final int CALLS = 1_000_000;

    public static final class Sum extends DoubleComponent implements Audit {
        public static final ComponentType<Sum> TYPE = new ComponentType<>("sum", "Sum of arguments", Quantity.COUNT, Sum::new);
        private double value;

        @Override
        public void start() {}

        public void incoming(double argument) {
            value = argument;
        }

        public void outgoing(double result) {
            value -= result;
        }

        @Override
        public void stop() {
            record(value);
        }
    }

    public static final class IdleGotcha extends Gotcha {
        public static final GotchaType<IdleGotcha> TYPE = new GotchaType<>("idle_gotcha", "Sees roots and cubic roots", IdleGotcha::new)
                .wrap(Bundles.of(TripCount.class, Sum.class), "java.lang.Math.sqrt")
                .replace("java.lang.Math.cbrt");

        static double cbrt(double value) {
            return Math.cbrt(value) + 1;
        }
    }

    private static final Bundle2<TripCount, IdleGotcha> TOOLS = Bundles.of(TripCount.class, IdleGotcha.class);

    private Idle() {}

    public static void main(String[] arguments) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        for (int round = 0; round < 4; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            double sum = roots();
            long idle = threads.getThreadAllocatedBytes(thread) - before;
            long seen;
            try (var region = TOOLS.open("main")) {
                before = threads.getThreadAllocatedBytes(thread);
                sum += roots();
                seen = threads.getThreadAllocatedBytes(thread) - before;
            }
            if (round == 3) System.out.println((idle < CALLS / 10) + " " + (seen < CALLS / 10) + " " + sum);
            if (arguments.length > 0) System.out.println(idle + " " + seen);
        }
    }

    private static double roots() {
        double sum = 0;
        for (int i = 0; i < CALLS; i++) sum += Math.sqrt(i) + Math.cbrt(i);
        return sum;
    }
}
