package programs.gotcha;

import java.util.Iterator;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import programs.gotcha.other.Base;
import timemory.Bundles;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.Timemory;
import timemory.TripCount;
import timemory.jvm.gotcha.Gotcha;
import timemory.jvm.gotcha.GotchaType;

/** Every way in which Java calls a method. Prints the function, how often it was called, and how often a gotcha saw that. */
public final class AllCallKinds {
    /** Names every function below. */
    public static final class AllGotcha extends Gotcha {
        private static final String KINDS = "programs.gotcha.AllCallKinds";
        public static final GotchaType<AllGotcha> TYPE = new GotchaType<>("all_gotcha", "Sees all kinds of calls", AllGotcha::new).wrap(
                Bundles.of(TripCount.class),
                KINDS + ".fixed", KINDS + ".variable", KINDS + ".hidden", "programs.gotcha.other.Base.guarded",
                "programs.gotcha.other.Base.open(int)",
                KINDS + "$Shape.area", KINDS + "$Shape.unit", KINDS + "$Shape.twice", KINDS + "$Circle.area", KINDS + "$Source.next",
                KINDS + "$Heir.inherited",
                "java.lang.Integer.toString(int)", "java.util.Iterator.next", KINDS + ".wide", KINDS + ".throwing");
    }

    /** Names that calls of the interface may or may not refer to. */
    public static final class CircleGotcha extends Gotcha {
        public static final GotchaType<CircleGotcha> TYPE = new GotchaType<>("circle_gotcha", "Sees circles", CircleGotcha::new)
                .wrap(Bundles.of(TripCount.class), "programs.gotcha.AllCallKinds$Circle.area");
    }

    interface Shape {
        int area();

        static int unit() {
            seen++;
            return 1;
        }

        default int twice() {
            seen++;
            return 2;
        }
    }

    static final class Circle implements Shape {
        @Override
        public int area() {
            seen++;
            return 3;
        }

        @Override
        public int twice() {
            return Shape.super.twice();
        }
    }

    static final class Square implements Shape {
        @Override
        public int area() {
            return 4;
        }
    }

    interface Source<T> {
        T next();
    }

    static class Parent {
        static int inherited() {
            seen++;
            return 5;
        }
    }

    static final class Heir extends Parent {}

    static final class Below extends Base {
        int both(int value) {
            return guarded(value) + super.open(value) + open(value);
        }

        @Override
        public int open(int value) {
            return super.open(value) + 1;
        }
    }

    private static int seen;

    private AllCallKinds() {}

    static int fixed(int value) {
        seen++;
        return value;
    }

    static int variable(String first, int... more) {
        seen++;
        return first.length() + more.length;
    }

    private int hidden(long a, double b, String c) {
        seen++;
        return (int) (a + b) + c.length();
    }

    static double wide(byte a, short b, char c, boolean d, long e, float f, double g, int[] h, String[][] i, Object j) {
        seen++;
        return a + b + c + (d ? 1 : 0) + e + f + g + h[0] + i.length + j.hashCode();
    }

    static void throwing(boolean really) throws java.io.IOException {
        seen++;
        if (really) throw new java.io.IOException("as meant");
    }

    public static void main(String[] arguments) {
        var tools = Bundles.of(TripCount.class, AllGotcha.class);
        kinds();
        seen = 0;
        Base.calls = 0;
        tools.run("all", AllCallKinds::kinds);
        System.out.println("own " + seen + ' ' + Base.calls);
        kinds();
        Bundles.of(TripCount.class, CircleGotcha.class).run("circles", AllCallKinds::kinds);
        print();
    }

    private static void print() {
        Results results = Timemory.results();
        for (Iterator<CallGraphNode> nodes = results.get("trip_count").nodes().iterator(); nodes.hasNext();) {
            CallGraphNode node = nodes.next();
            System.out.println(" ".repeat(node.getDepth()) + node.getLabel() + ' ' + node.getInclusive().getLaps());
        }
        System.out.println(results.getProblems());
    }

    private static void kinds() {
        int sum = fixed(1) + fixed(2);
        sum += variable("a") + variable("b", 1) + variable("c", 1, 2);
        sum += new AllCallKinds().hidden(1L, 2.0, "three");
        sum += new Below().both(7);
        Shape shape = new Circle();
        sum += shape.area() + shape.twice() + Shape.unit();
        Circle circle = new Circle();
        sum += circle.area();
        Shape square = new Square();
        sum += square.area() + square.twice();
        Source<String> source = () -> "text";
        sum += source.next().length();
        sum += Heir.inherited() + Parent.inherited();
        sum += Integer.toString(5).length();
        sum += (int) wide((byte) 1, (short) 2, 'c', true, 5L, 6f, 7.0, new int[] {8}, new String[9][], 10);
        try {
            throwing(false);
            throwing(true);
        } catch (java.io.IOException failure) {
            sum += failure.getMessage().length();
        }
        IntUnaryOperator reference = AllCallKinds::fixed;
        sum += reference.applyAsInt(1) + reference.applyAsInt(2);
        ToIntFunction<Shape> unbound = Shape::area;
        sum += unbound.applyAsInt(circle);
        Supplier<Integer> bound = square::area;
        sum += bound.get();
        IntFunction<String> text = Integer::toString;
        sum += text.apply(3).length();
        for (String one : List.of("x", "y")) sum += one.length();
        System.out.println(sum);
    }
}
