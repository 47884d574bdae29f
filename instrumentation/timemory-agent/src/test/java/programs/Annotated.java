package programs;

import timemory.Measured;

/** Has functions that request to be measured. */
public final class Annotated {
    private Annotated() {}

    public static void main(String[] arguments) {
        for (int i = 0; i < 3; i++) plain(i);
        for (int i = 0; i < 4; i++) named(i);
        for (int i = 0; i < 5; i++) unmarked(i);
        System.out.println(new Whole().loops(6));
    }

    @Measured
    static int plain(int number) {
        return number + 1;
    }

    @Measured(value = "a name of its own", components = "wall_clock, trip_count")
    static int named(int number) {
        return number + 2;
    }

    static int unmarked(int number) {
        return number + 3;
    }

    @Measured
    static final class Whole {
        int trivial() {
            return 1;
        }

        int loops(int number) {
            int sum = trivial();
            for (int i = 0; i < number; i++) sum += i;
            return sum;
        }
    }
}
