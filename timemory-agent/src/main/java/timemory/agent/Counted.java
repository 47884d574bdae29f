package timemory.agent;

/** Numbers of things, in words. */
public final class Counted {
    private Counted() {}

    /** {@code 1 class}, {@code 2,712 classes}. */
    public static String of(int count, String one, String many) {
        return String.format("%,d %s", count, count == 1 ? one : many);
    }
}
