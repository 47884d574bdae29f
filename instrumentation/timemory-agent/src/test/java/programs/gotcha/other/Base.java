package programs.gotcha.other;

/** In another package than its subclass. */
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
