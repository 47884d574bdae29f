package programs.gotcha.other;

/** Its methods return a class that other packages cannot name, and can call nevertheless. */
public final class Fluent extends FluentBase {
    public static FluentBase make() {
        return new Fluent();
    }
}

abstract class FluentBase {
    private int value;

    public final FluentBase plus(int more) {
        value += more;
        return this;
    }

    @Override
    public String toString() {
        return String.valueOf(value);
    }
}
