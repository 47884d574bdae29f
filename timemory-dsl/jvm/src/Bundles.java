package timemory;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;
import timemory.bundle.Bundle1;
import timemory.bundle.BundleBuilder;
import timemory.bundle.Lap;
import timemory.bundle.Measured1;
import timemory.bundle.Profiler;
import timemory.bundle.RuntimeBundle;
import timemory.bundle.UserBundle;
import timemory.internal.callgraph.ComponentSetsKt;

/**
 * Creates bundles in Java, to be kept in constants:
 *
 * <pre>{@code
 * private static final Bundle2<WallClock, PeakRss> TOOLS = Bundles.of(WallClock.class, PeakRss.class);
 *
 * try (OpenRegion region = TOOLS.open("load")) {
 *     load();
 * }
 * }</pre>
 *
 * <p>A component may not occur twice in a bundle: that throws an {@link IllegalArgumentException}, as does a class without a static
 * field of type {@link ComponentType}.
 */
@NullMarked
public final class Bundles extends BundlesArities {

    private Bundles() {}

    /**
     * Creates a bundle of the components with the ids in {@code components}, separated by commas or spaces.
     *
     * @throws IllegalArgumentException if an id is unknown or occurs twice, or if the list is empty
     */
    public static RuntimeBundle of(String components) {
        return NamedBundlesKt.bundleOfIds(components, null);
    }

    /**
     * Creates a bundle of the components with {@code types}, chosen at run time.
     *
     * @throws IllegalArgumentException if a type occurs twice, or if there are none or more than 64
     */
    public static RuntimeBundle of(List<? extends ComponentType<?>> types) {
        return NamedBundlesKt.bundleOfTypes(List.copyOf(types), null);
    }

    /**
     * Returns the bundle of the project or tool {@code label}, the same one each time, whose components the user chooses: those named by
     * the setting {@code TIMEMORY_<LABEL>_COMPONENTS}, otherwise by those of {@code backups}, in turn, otherwise by {@code
     * TIMEMORY_GLOBAL_COMPONENTS}.
     *
     * @throws IllegalArgumentException if a label has characters other than letters, digits and underscores
     */
    public static UserBundle user(String label, String... backups) {
        return NamedBundlesKt.userBundle(label, backups);
    }

    /** Creates a profiler of objects, whose components are those of {@link #user} with the same arguments. */
    public static <C extends @Nullable Object> Profiler<C> profiler(String label, String... backups) {
        return new Profiler<>(user(label, backups));
    }

    /** Creates a bundle of one component, recorded as the settings specify. */
    public static <A extends Component> Bundle1<A> of(Class<A> first) {
        return new Bundle1<>(ComponentSetsKt.componentSet(null, first));
    }

    /** Creates a bundle of one component, recorded in {@code scope}, or as the settings specify if it is {@code null}. */
    public static <A extends Component> Bundle1<A> of(@Nullable Scope scope, Class<A> first) {
        return new Bundle1<>(ComponentSetsKt.componentSet(scope, first));
    }

    /**
     * Creates a bundle of one component and the additions made by {@code configure}: {@code of(WallClock.class, builder ->
     * builder.add(QUEUE_DEPTH))}.
     *
     * @throws IllegalArgumentException if it contains a component twice or has more than 64 components
     */
    public static <A extends Component> Bundle1<A> of(Class<A> first, Consumer<BundleBuilder> configure) {
        BundleBuilder builder = new BundleBuilder(first);
        configure.accept(builder);
        return builder.complete(new Bundle1<>(builder.componentSet()));
    }

    /**
     * Creates a bundle of the components that {@code configure} adds.
     *
     * @throws IllegalArgumentException if there are none or more than 64, or one occurs twice
     */
    public static RuntimeBundle of(Consumer<BundleBuilder> configure) {
        BundleBuilder builder = new BundleBuilder();
        configure.accept(builder);
        return builder.complete(new RuntimeBundle(builder.componentSet()));
    }

    /** Measures {@code body} as one lap of the region {@code label} and returns its value with the values that the components recorded. */
    public static <R extends @Nullable Object, A extends Component> Measured1<R, A> measured(Bundle1<A> bundle, String label,
            Supplier<R> body) {
        Lap lap = new Lap(bundle);
        R result = MeasuredLaps.around(lap, label, body);
        return new Measured1<>(result, lap.get(0));
    }
}
