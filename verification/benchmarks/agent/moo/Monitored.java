package moo;

/** The method that the tools are told to measure. */
public final class Monitored {
    private Monitored() {}

    static long monitored(int depth) {
        if (depth > 1) return monitored(depth - 1);
        return System.nanoTime();
    }
}
