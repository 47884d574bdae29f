package programs;

import java.util.function.Supplier;

/** One method of each kind. */
public abstract class SelectableMethods implements Comparable<SelectableMethods> {
    static final int MADE = Integer.getInteger("none", 3) + 1;
    final Supplier<String> later = () -> "a text made by a lambda " + this.hashCode() + " with more than forty bytes" + getClass() + MADE;

    abstract void isAbstract();

    native void isNative();

    int small() {
        return 1;
    }

    int loops(int count) {
        int sum = 0;
        for (int i = 0; i < count; i++) sum += i;
        return sum;
    }

    @Override
    public int compareTo(SelectableMethods other) {
        return Integer.compare(hashCode(), other.hashCode());
    }

    @Deprecated
    String large(String text, int count) {
        return text + count + text.length() + text.trim() + text.strip() + count * 3 + text.indexOf("x") + text.isEmpty()
                + text.lastIndexOf(
                        "y")
                + text.toLowerCase() + text.toUpperCase();
    }
}
