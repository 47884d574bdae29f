package programs;

import timemory.Timemory;

/** Chooses other components for a while. */
public final class Pushing {
    private Pushing() {}

    public static void main(String[] arguments) {
        plain();
        Timemory.pushComponents("trip_count");
        for (int i = 0; i < 3; i++) counted();
        Timemory.popComponents();
        plain();
    }

    static void plain() {}

    static void counted() {}
}
