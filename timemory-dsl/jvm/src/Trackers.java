package timemory;

import java.util.function.BinaryOperator;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import timemory.internal.callgraph.RecordingKt;

/**
 * Stores data of the program, in Java, in a component of the open region: the innermost one of this thread that has it. Nothing happens
 * while measuring is off; if no such region is open, nothing is stored and the mistake is reported once.
 *
 * <pre>{@code
 * TOOLS.run("solve", () -> {
 *     while (residual() > 1e-6) {
 *         Trackers.store(Iterations.class, 1, Long::sum);
 *     }
 * });
 * }</pre>
 */
@NullMarked
public final class Trackers {

    private Trackers() {}

    private static <T extends Component> @Nullable T open(Class<T> component) {
        return RecordingKt.getRecording() ? component.cast(StoreKt.findOpenComponent(component)) : null;
    }

    /** Sets the value of {@code component} in the open region. */
    public static void store(Class<? extends LongTracker> component, long value) {
        LongTracker open = open(component);
        if (open != null) {
            open.store(value);
        }
    }

    /** Sets the value of {@code component} in the open region to the result of {@code combine} for the current value and {@code value}. */
    public static void store(Class<? extends LongTracker> component, long value, LongCombination combine) {
        LongTracker open = open(component);
        if (open != null) {
            open.store(value, combine);
        }
    }

    /** Sets the value of {@code component} in the open region. */
    public static void store(Class<? extends DoubleTracker> component, double value) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.store(value);
        }
    }

    /** Sets the value of {@code component} in the open region to the result of {@code combine} for the current value and {@code value}. */
    public static void store(Class<? extends DoubleTracker> component, double value, DoubleCombination combine) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.store(value, combine);
        }
    }

    /** Sets the value of {@code component} in the open region. */
    public static <V> void store(Class<? extends ValueTracker<V>> component, V value) {
        ValueTracker<V> open = open(component);
        if (open != null) {
            open.store(value);
        }
    }

    /**
     * Sets the value of {@code component} in the open region to the result of {@code combine} for the current value, if any, and {@code
     * value}.
     */
    public static <V> void store(Class<? extends ValueTracker<V>> component, V value, BinaryOperator<V> combine) {
        ValueTracker<V> open = open(component);
        if (open != null) {
            open.store(value, combine::apply);
        }
    }

    /** Keeps {@code value} for {@link #markEnd}, in the open region. */
    public static void markBegin(Class<? extends LongTracker> component, long value) {
        LongTracker open = open(component);
        if (open != null) {
            open.markBegin(value);
        }
    }

    /** Adds the difference between {@code value} and that of the last {@link #markBegin} to the value in the open region. */
    public static void markEnd(Class<? extends LongTracker> component, long value) {
        LongTracker open = open(component);
        if (open != null) {
            open.markEnd(value);
        }
    }

    /** Adds the result of {@code combine} for the last {@link #markBegin} and {@code value} to the value in the open region. */
    public static void markEnd(Class<? extends LongTracker> component, long value, LongCombination combine) {
        LongTracker open = open(component);
        if (open != null) {
            open.markEnd(value, combine);
        }
    }

    /** Keeps {@code value} for {@link #markEnd}, in the open region. */
    public static void markBegin(Class<? extends DoubleTracker> component, double value) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.markBegin(value);
        }
    }

    /** Adds the difference between {@code value} and that of the last {@link #markBegin} to the value in the open region. */
    public static void markEnd(Class<? extends DoubleTracker> component, double value) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.markEnd(value);
        }
    }

    /** Adds the result of {@code combine} for the last {@link #markBegin} and {@code value} to the value in the open region. */
    public static void markEnd(Class<? extends DoubleTracker> component, double value, DoubleCombination combine) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.markEnd(value, combine);
        }
    }

    /** Records {@code value} under {@code key}, as a child of the open region. */
    public static void addSecondary(Class<? extends LongTracker> component, String key, long value) {
        LongTracker open = open(component);
        if (open != null) {
            open.addSecondary(key, value);
        }
    }

    /**
     * Records the result of {@code combine} for the current value of {@code key} in this lap and {@code value}, as a child of the open
     * region.
     */
    public static void addSecondary(Class<? extends LongTracker> component, String key, long value, LongCombination combine) {
        LongTracker open = open(component);
        if (open != null) {
            open.addSecondary(key, value, combine);
        }
    }

    /** Records {@code value} under {@code key}, as a child of the open region. */
    public static void addSecondary(Class<? extends DoubleTracker> component, String key, double value) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.addSecondary(key, value);
        }
    }

    /**
     * Records the result of {@code combine} for the current value of {@code key} in this lap and {@code value}, as a child of the open
     * region.
     */
    public static void addSecondary(Class<? extends DoubleTracker> component, String key, double value, DoubleCombination combine) {
        DoubleTracker open = open(component);
        if (open != null) {
            open.addSecondary(key, value, combine);
        }
    }

    /** Keeps {@code value} for {@link #markEnd}, in the open region. */
    public static <V> void markBegin(Class<? extends ValueTracker<V>> component, V value) {
        ValueTracker<V> open = open(component);
        if (open != null) {
            open.markBegin(value);
        }
    }

    /** Adds the result of {@code combine} for the last {@link #markBegin} and {@code value} to the value in the open region. */
    public static <V> void markEnd(Class<? extends ValueTracker<V>> component, V value, BinaryOperator<V> combine) {
        ValueTracker<V> open = open(component);
        if (open != null) {
            open.markEnd(value, combine::apply);
        }
    }

    /** Records {@code value} under {@code key}, as a child of the open region. */
    public static <V> void addSecondary(Class<? extends ValueTracker<V>> component, String key, V value) {
        ValueTracker<V> open = open(component);
        if (open != null) {
            open.addSecondary(key, value);
        }
    }

    /**
     * Records the result of {@code combine} for the current value of {@code key} in this lap and {@code value}, as a child of the open
     * region.
     */
    public static <V> void addSecondary(Class<? extends ValueTracker<V>> component, String key, V value, BinaryOperator<V> combine) {
        ValueTracker<V> open = open(component);
        if (open != null) {
            open.addSecondary(key, value, combine::apply);
        }
    }
}
