package timemory.nativecalls;

import java.util.List;
import org.jspecify.annotations.Nullable;
import timemory.ComponentFactory;

/**
 * The {@link timemory.ComponentType} of a {@link NativeCallTuple}.
 *
 * @param <C> the class of the component
 */
public class NativeCallTupleType<C extends NativeCallTuple> extends NativeCallType<C> {

    private volatile @Nullable List<String> functions;

    /**
     * Creates a type.
     *
     * @param id its name in the configuration, like that of any component: {@code inflating}
     * @param description one sentence
     * @param factory creates an instance: {@code Inflating::new}
     */
    public NativeCallTupleType(String id, String description, ComponentFactory<C> factory) {
        super(id, description, factory);
    }

    /** The functions that it counts, and what it counts for each. */
    @Override
    public final List<String> getElements() {
        List<String> known = functions;
        if (known == null) functions = known = create().getEvents();
        return known;
    }

    @Override
    public final @Nullable String unavailableReason() {
        return NativeCallKind.sourceOf(getElements().toArray(String[]::new)).getUnavailable();
    }
}
