package timemory;

import java.util.List;
import java.util.function.Supplier;

/**
 * Makes bundles in Java, to be kept in constants:
 *
 * <pre>{@code
 * private static final Bundle2<WallClock, PeakRss> TOOLS = Bundles.of(WallClock.class, PeakRss.class);
 *
 * try (OpenRegion region = TOOLS.open("load")) {
 *     load();
 * }
 * }</pre>
 *
 * <p>A component may not stand twice in a bundle: that throws an {@link IllegalArgumentException}, as does a class without a static
 * field of type {@link ComponentType}.
 */
public final class Bundles {

    private Bundles() {}

    /**
     * A bundle of the components with the ids in {@code components}, separated by commas or spaces.
     *
     * @throws IllegalArgumentException if an id is unknown, stands twice, or if there is none
     */
    public static RuntimeBundle of(String components) {
        return RuntimeBundleKt.bundleOfIds(components, null);
    }

    /**
     * A bundle of the components with {@code types}, chosen while the program runs.
     *
     * @throws IllegalArgumentException if a type stands twice, or if there are none or more than 64 of them
     */
    public static RuntimeBundle of(List<? extends ComponentType<?>> types) {
        return RuntimeBundleKt.bundleOfTypes(List.copyOf(types), null);
    }

    /**
     * The bundle of the project or tool {@code label}, the same one each time, whose components the user chooses: those that the setting
     * {@code TIMEMORY_<LABEL>_COMPONENTS} names, otherwise those of {@code backups}, in turn, otherwise of
     * {@code TIMEMORY_GLOBAL_COMPONENTS}.
     *
     * @throws IllegalArgumentException if a label has other characters than letters, digits and underscores
     */
    public static UserBundle user(String label, String... backups) {
        return UserBundleKt.userBundle(label, backups);
    }

    /** A profiler of objects, whose components are those of {@link #user} with the same arguments. */
    public static <C> Profiler<C> profiler(String label, String... backups) {
        return new Profiler<>(user(label, backups));
    }

    /** A bundle of one component, recorded as the settings say. */
    public static <A extends Component> Bundle1<A> of(
            Class<A> first) {
        return new Bundle1<>(ComponentSetsKt.componentSet(null, first));
    }

    /** A bundle of one component, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component> Bundle1<A> of(
            Scope scope, Class<A> first) {
        return new Bundle1<>(ComponentSetsKt.componentSet(scope, first));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component> Measured1<R, A> measured(
            Bundle1<A> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured1<>(result, lap.get(0));
    }

    /** A bundle of two components, recorded as the settings say. */
    public static <A extends Component, B extends Component> Bundle2<A, B> of(
            Class<A> first, Class<B> second) {
        return new Bundle2<>(ComponentSetsKt.componentSet(null, first, second));
    }

    /** A bundle of two components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component> Bundle2<A, B> of(
            Scope scope, Class<A> first, Class<B> second) {
        return new Bundle2<>(ComponentSetsKt.componentSet(scope, first, second));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component> Measured2<R, A, B> measured(
            Bundle2<A, B> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured2<>(result, lap.get(0), lap.get(1));
    }

    /** A bundle of three components, recorded as the settings say. */
    public static <A extends Component, B extends Component, C extends Component> Bundle3<A, B, C> of(
            Class<A> first, Class<B> second, Class<C> third) {
        return new Bundle3<>(ComponentSetsKt.componentSet(null, first, second, third));
    }

    /** A bundle of three components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component, C extends Component> Bundle3<A, B, C> of(
            Scope scope, Class<A> first, Class<B> second, Class<C> third) {
        return new Bundle3<>(ComponentSetsKt.componentSet(scope, first, second, third));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component, C extends Component> Measured3<R, A, B, C> measured(
            Bundle3<A, B, C> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured3<>(result, lap.get(0), lap.get(1), lap.get(2));
    }

    /** A bundle of four components, recorded as the settings say. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component> Bundle4<A, B, C, D> of(
            Class<A> first, Class<B> second, Class<C> third, Class<D> fourth) {
        return new Bundle4<>(ComponentSetsKt.componentSet(null, first, second, third, fourth));
    }

    /** A bundle of four components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component> Bundle4<A, B, C, D> of(
            Scope scope, Class<A> first, Class<B> second, Class<C> third, Class<D> fourth) {
        return new Bundle4<>(ComponentSetsKt.componentSet(scope, first, second, third, fourth));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component, C extends Component, D extends Component> Measured4<R, A, B, C, D> measured(
            Bundle4<A, B, C, D> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured4<>(result, lap.get(0), lap.get(1), lap.get(2), lap.get(3));
    }

    /** A bundle of five components, recorded as the settings say. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component> Bundle5<A, B, C, D, E> of(
            Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth) {
        return new Bundle5<>(ComponentSetsKt.componentSet(null, first, second, third, fourth, fifth));
    }

    /** A bundle of five components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component> Bundle5<A, B, C, D, E> of(
            Scope scope, Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth) {
        return new Bundle5<>(ComponentSetsKt.componentSet(scope, first, second, third, fourth, fifth));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component, C extends Component, D extends Component, E extends Component> Measured5<R, A, B, C, D, E> measured(
            Bundle5<A, B, C, D, E> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured5<>(result, lap.get(0), lap.get(1), lap.get(2), lap.get(3), lap.get(4));
    }

    /** A bundle of six components, recorded as the settings say. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component> Bundle6<A, B, C, D, E, F> of(
            Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth) {
        return new Bundle6<>(ComponentSetsKt.componentSet(null, first, second, third, fourth, fifth, sixth));
    }

    /** A bundle of six components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component> Bundle6<A, B, C, D, E, F> of(
            Scope scope, Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth) {
        return new Bundle6<>(ComponentSetsKt.componentSet(scope, first, second, third, fourth, fifth, sixth));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component> Measured6<R, A, B, C, D, E, F> measured(
            Bundle6<A, B, C, D, E, F> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured6<>(result, lap.get(0), lap.get(1), lap.get(2), lap.get(3), lap.get(4), lap.get(5));
    }

    /** A bundle of seven components, recorded as the settings say. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component, G extends Component> Bundle7<A, B, C, D, E, F, G> of(
            Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth, Class<G> seventh) {
        return new Bundle7<>(ComponentSetsKt.componentSet(null, first, second, third, fourth, fifth, sixth, seventh));
    }

    /** A bundle of seven components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component, G extends Component> Bundle7<A, B, C, D, E, F, G> of(
            Scope scope, Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth, Class<G> seventh) {
        return new Bundle7<>(ComponentSetsKt.componentSet(scope, first, second, third, fourth, fifth, sixth, seventh));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component, G extends Component> Measured7<R, A, B, C, D, E, F, G> measured(
            Bundle7<A, B, C, D, E, F, G> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured7<>(result, lap.get(0), lap.get(1), lap.get(2), lap.get(3), lap.get(4), lap.get(5), lap.get(6));
    }

    /** A bundle of eight components, recorded as the settings say. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component, G extends Component, H extends Component> Bundle8<A, B, C, D, E, F, G, H> of(
            Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth, Class<G> seventh, Class<H> eighth) {
        return new Bundle8<>(ComponentSetsKt.componentSet(null, first, second, third, fourth, fifth, sixth, seventh, eighth));
    }

    /** A bundle of eight components, recorded in {@code scope}, or as the settings say where it is {@code null}. */
    public static <A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component, G extends Component, H extends Component> Bundle8<A, B, C, D, E, F, G, H> of(
            Scope scope, Class<A> first, Class<B> second, Class<C> third, Class<D> fourth, Class<E> fifth, Class<F> sixth, Class<G> seventh, Class<H> eighth) {
        return new Bundle8<>(ComponentSetsKt.componentSet(scope, first, second, third, fourth, fifth, sixth, seventh, eighth));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with what the components recorded. */
    public static <R, A extends Component, B extends Component, C extends Component, D extends Component, E extends Component, F extends Component, G extends Component, H extends Component> Measured8<R, A, B, C, D, E, F, G, H> measured(
            Bundle8<A, B, C, D, E, F, G, H> bundle, String label, Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = around(lap, label, body);
        return new Measured8<>(result, lap.get(0), lap.get(1), lap.get(2), lap.get(3), lap.get(4), lap.get(5), lap.get(6), lap.get(7));
    }

    private static <R> R around(Lap lap, String label, Supplier<R> body) {
        Node node = lap.enter(label);
        try {
            return body.get();
        } finally {
            if (node != null) {
                lap.leave(node);
            }
        }
    }
}
