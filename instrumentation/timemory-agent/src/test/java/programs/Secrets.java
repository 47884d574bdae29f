package programs;

import java.util.List;

/** Functions whose arguments are of many kinds. */
public final class Secrets {
    private Secrets() {}

    enum Mode {
        FAST
    }

    static final class Order {
        private final int number;

        Order(int number) {
            this.number = number;
        }

        @Override
        public String toString() {
            return describe(this, number);
        }
    }

    static final class Broken {
        @Override
        public String toString() {
            throw new IllegalStateException("broken");
        }
    }

    static String describe(Order order, int number) {
        return "order " + number + " \u001b[31m of a length that is more than anybody wants to read";
    }

    static void kinds(int number, String text, char letter, Mode mode, double fraction, Object nothing, List<String> list) {}

    static void logIn(String user, String password, String url) {}

    static void take(Order order, Broken broken) {}

    public static void main(String[] arguments) {
        kinds(7, "a\nb", 'x', Mode.FAST, 0.5, null, List.of("unseen"));
        logIn("ada", "lovelace", "jdbc:db://ada:lovelace@host/base");
        take(new Order(3), new Broken());
    }
}
