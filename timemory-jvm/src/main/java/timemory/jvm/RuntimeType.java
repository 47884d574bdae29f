package timemory.jvm;

import java.util.function.Supplier;
import timemory.Binding;
import timemory.Component;
import timemory.ComponentFactory;
import timemory.ComponentType;
import timemory.Quantity;

/** The type of components that query the JVM. */
class RuntimeType<C extends Component> extends ComponentType<C> {

    private final Binding binding;
    private final String source;
    private final Supplier<String> unavailable;

    RuntimeType(
            String id, String description, Quantity quantity, Binding binding, String source, ComponentFactory<C> factory,
            Supplier<String> unavailable) {
        super(id, description, quantity, factory);
        this.binding = binding;
        this.source = source;
        this.unavailable = unavailable;
    }

    RuntimeType(String id, String description, Quantity quantity, Binding binding, String source, ComponentFactory<C> factory) {
        this(id, description, quantity, binding, source, factory, () -> null);
    }

    @Override
    public Binding getBinding() {
        return binding;
    }

    @Override
    public String getCategory() {
        return "JVM runtime";
    }

    @Override
    public String getSource() {
        return source;
    }

    @Override
    public boolean getMayBeCalibrated() {
        return true;
    }

    @Override
    public String unavailableReason() {
        return unavailable.get();
    }
}
