package programs;

import java.util.Comparator;
import java.util.List;
import java.util.function.IntSupplier;

/** Has every kind of method that a class file may contain. */
public final class AllMethodKinds {
    static final int FIRST;

    static {
        int sum = 0;
        for (int i = 0; i < 10; i++) sum += i;
        FIRST = sum;
    }

    private AllMethodKinds() {}

    interface Shape {
        int UNIT = unit(3);

        double area();

        default String told() {
            return name() + ' ' + area();
        }

        private String name() {
            return getClass().getSimpleName();
        }

        static int unit(int seed) {
            return seed * 2;
        }
    }

    record Square(double side) implements Shape {
        Square {
            if (side < 0) throw new IllegalArgumentException("side " + side);
        }

        @Override
        public double area() {
            return side * side;
        }
    }

    sealed interface Tree permits Leaf, Fork {}

    record Leaf(long value) implements Tree {}

    record Fork(Tree left, Tree right) implements Tree {}

    static long sum(Tree tree) {
        return tree instanceof Leaf leaf ? leaf.value() : tree instanceof Fork fork ? sum(fork.left()) + sum(fork.right()) : 0;
    }

    enum Planet implements IntSupplier {
        MERCURY {
            @Override
            public int getAsInt() {
                return ordinal() + 1;
            }
        },
        VENUS {
            @Override
            public int getAsInt() {
                return ordinal() + 10;
            }
        }
    }

    abstract static class Base<T extends Comparable<T>> {
        abstract T best(T one, T other);

        synchronized T twice(T value) {
            return best(value, value);
        }
    }

    static final class Longest extends Base<String> {
        private final int least;

        Longest(boolean isStrict) {
            this(isStrict ? Integer.parseInt("3") : new StringBuilder("ab").length());
        }

        Longest(int least) {
            super();
            if (least > 100) throw new IllegalStateException("least " + least);
            this.least = least;
        }

        // The compiler generates another one, with erased parameters, as a bridge to this.
        @Override
        String best(String one, String other) {
            return one.length() >= other.length() ? one : other + least;
        }
    }

    final class Inner {
        long count(long... values) {
            long all = FIRST;
            for (long value : values) {
                try {
                    if (value < 0) throw new IllegalArgumentException();
                    all += value;
                } catch (IllegalArgumentException ignored) {
                    all--;
                } finally {
                    all *= 2;
                }
            }
            return all;
        }
    }

    static native int elsewhere(int argument);

    static int choose(String word, int number) {
        synchronized (word) {
            return switch (word) {
                case "one" -> 1;
                case "two" -> number > 5 ? 2 : -2;
                default -> {
                    int sum = 0;
                    while (number-- > 0) sum += number % 3 == 0 ? number : 1;
                    yield sum;
                }
            };
        }
    }

    public static void main(String[] arguments) {
        System.out.println(new Square(3).told() + Shape.UNIT);
        try {
            new Square(-1);
        } catch (IllegalArgumentException failure) {
            System.out.println(failure.getMessage());
        }
        System.out.println(sum(new Fork(new Leaf(1L << 40), new Fork(new Leaf(2), new Leaf(3)))));
        for (Planet planet : Planet.values()) System.out.println(planet.getAsInt());
        Base<String> base = new Longest(true);
        System.out.println(base.best("ab", "abc") + base.twice("x") + new Longest(false).best("", "q"));
        try {
            new Longest(101);
        } catch (IllegalStateException exception) {
            System.out.println(exception.getMessage());
        }
        System.out.println(new AllMethodKinds().new Inner().count(1, -2, 3));
        try {
            elsewhere(1);
        } catch (UnsatisfiedLinkError expected) {
            System.out.println("no library");
        }
        System.out.println(choose("one", 1) + choose("two", 9) + choose("three", 20));
        System.out.println(
                List.of("b", "a").stream().sorted(Comparator.comparing((String text) -> text + FIRST)).map(String::toUpperCase).toList());
    }
}
