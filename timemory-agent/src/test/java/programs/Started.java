package programs;

/** A program like any other, from whose run it is taken which classes the agent needs at its start. */
public final class Started {
    private Started() {}

    public static void main(String[] arguments) {
        StringBuilder text = new StringBuilder();
        for (int number = 0; number < 10; number++) append(text, number);
        System.out.println(text);
    }

    private static void append(StringBuilder text, int number) {
        if (text.length() > 0) text.append(", ");
        text.append(number);
    }
}
