package programs.gotcha;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Iterator;
import timemory.bundle.Bundle2;
import timemory.Bundles;
import timemory.results.CallGraphNode;
import timemory.ComponentType;
import timemory.DoubleComponent;
import timemory.LongComponent;
import timemory.MarkerComponent;
import timemory.MarkerType;
import timemory.Quantity;
import timemory.Timemory;
import timemory.TripCount;
import timemory.jvm.gotcha.Audit;
import timemory.jvm.gotcha.CalledFunction;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** Components that see arguments, results and exceptions, and the program's own record for comparison. */
public final class Audited {
    /** Sums what goes in and what comes out, as numbers. */
    public static final class Argument extends DoubleComponent implements Audit {
        public static final ComponentType<Argument> TYPE =
                new ComponentType<>("argument", "Sum of arguments", Quantity.COUNT, Argument::new);
        private double sum;

        @Override
        public void start() {
            sum = 0;
        }

        public void incoming(double value) {
            sum += value;
            Math.exp(value); // its own call: not seen
        }

        public void outgoing(double result) {
            sum += 1000 * result;
        }

        @Override
        public void stop() {
            record(sum);
        }
    }

    /** Lengths of texts, with the receiver; and how many exceptions. */
    public static final class Lengths extends LongComponent implements Audit {
        public static final ComponentType<Lengths> TYPE = new ComponentType<>("lengths", "Lengths of texts", Quantity.COUNT, Lengths::new);
        private long length;

        @Override
        public void start() {
            length = 0;
        }

        public void incoming(Service service, CharSequence text) {
            length = service.name.length() * 100L + text.length();
        }

        @Override
        public void thrown(CalledFunction function, Throwable exception) {
            length = -1;
        }

        @Override
        public void stop() {
            record(length);
        }
    }

    /** Prints all that it receives. */
    public static final class Printed extends MarkerComponent implements Audit {
        public static final MarkerType<Printed> TYPE = new MarkerType<>("printed", "Prints calls", Printed::new);

        @Override
        public void start() {}

        @Override
        public void stop() {}

        @Override
        public void incoming(CalledFunction function, Object[] arguments) {
            System.out.println(function + " <- " + Arrays.toString(arguments));
        }

        @Override
        public void outgoing(CalledFunction function, Object result) {
            System.out.println(function + " -> " + result);
        }

        @Override
        public void thrown(CalledFunction function, Throwable exception) {
            System.out.println(function + " -| " + exception.getMessage());
        }
    }

    /** Fails at every turn. */
    public static final class Failing extends MarkerComponent implements Audit {
        public static final MarkerType<Failing> TYPE = new MarkerType<>("failing", "Fails", Failing::new);

        @Override
        public void start() {}

        @Override
        public void stop() {}

        public void incoming(double value) {
            throw new IllegalStateException("in");
        }

        public void outgoing(double value) {
            throw new IllegalStateException("out");
        }
    }

    /** Sees nothing of functions without numbers. */
    public static final class Blind extends MarkerComponent implements Audit {
        public static final MarkerType<Blind> TYPE = new MarkerType<>("blind", "Sees calls with a character only", Blind::new);

        @Override
        public void start() {}

        @Override
        public void stop() {}

        public void incoming(char value) {}
    }

    static final class Service {
        final String name;

        Service(String name) {
            this.name = name;
        }

        String handle(String text) {
            if (text.isEmpty()) throw new IllegalArgumentException("nothing to handle");
            return name + text;
        }

        @Override
        public String toString() {
            return "service " + name;
        }
    }

    static void nothing() {}

    public static final class AuditGotcha extends Gotcha {
        public static final GotchaType<AuditGotcha> TYPE = new GotchaType<>("audit_gotcha", "Audits", AuditGotcha::new)
                .wrap(Bundles.of(TripCount.class, Argument.class, Failing.class), "java.lang.Math.exp")
                .wrap(Bundles.of(Printed.class, Lengths.class), "programs.gotcha.Audited$Service.handle")
                .wrap(Bundles.of(Printed.class, Blind.class), "programs.gotcha.Audited.nothing");
    }

    private static final Bundle2<TripCount, AuditGotcha> TOOLS = Bundles.of(TripCount.class, AuditGotcha.class);

    private Audited() {}

    public static void main(String[] arguments) {
        BigDecimal own = BigDecimal.ZERO; // no digit is rounded away
        try (var region = TOOLS.open("main")) {
            for (int i = 0; i < 1000; i++) {
                double value = i / 100.0;
                own = own.add(new BigDecimal(value + 1000 * Math.exp(value)));
            }
            Service service = new Service("abc");
            service.handle("hello");
            try {
                service.handle("");
            } catch (IllegalArgumentException failure) {
                System.out.println("caught " + failure.getMessage());
            }
            nothing();
        }
        System.out.println("own " + own.doubleValue());
        for (String component : new String[] {"argument", "lengths", "trip_count"}) {
            for (Iterator<CallGraphNode> nodes = Timemory.results().get(component).nodes().iterator(); nodes.hasNext();) {
                CallGraphNode node = nodes.next();
                System.out.println(
                        component + ' ' + node.getLabel() + ' ' + node.getInclusive().getLaps() + ' ' + node.getInclusive().getSum());
            }
        }
        Timemory.results().getProblems().forEach(problem -> System.out.println("problem " + problem));
    }
}
