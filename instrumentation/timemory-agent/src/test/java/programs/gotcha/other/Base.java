package programs.gotcha.other;

/** In another package than what extends it. */
public abstract class Base {
    public static int calls;

    protected int guarded(int value) {
        calls++;
        return value + 1;
    }

    public int open(int value) {
        calls++;
        return value * 2;
    }
}
