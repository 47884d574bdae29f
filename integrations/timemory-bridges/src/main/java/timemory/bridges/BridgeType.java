package timemory.bridges;

import org.jspecify.annotations.Nullable;
import timemory.Binding;
import timemory.ComponentFactory;
import timemory.MarkerComponent;
import timemory.MarkerType;

/** The type of a component that forwards to a tool, which may be missing. */
final class BridgeType<C extends MarkerComponent> extends MarkerType<C> {

    private final Binding binding;
    private final String source;
    private final String neededClass;
    private final String reason;

    /**
     * @param source the method that is called in the tool
     * @param neededClass a class that exists if the tool is on the class path
     * @param reason why the component is unavailable without it, with a way out
     */
    BridgeType(
            String id,
            String description,
            Binding binding,
            String source,
            String neededClass,
            String reason,
            ComponentFactory<C> factory) {
        super(id, description, factory);
        this.binding = binding;
        this.source = source;
        this.neededClass = neededClass;
        this.reason = reason;
    }

    @Override
    public Binding getBinding() {
        return binding;
    }

    @Override
    public String getCategory() {
        return "other tools";
    }

    @Override
    public String getSource() {
        return source;
    }

    @Override
    public @Nullable String unavailableReason() {
        try {
            Class.forName(neededClass, false, BridgeType.class.getClassLoader());
            return null;
        } catch (ClassNotFoundException | LinkageError ignored) {
            return reason;
        }
    }
}
