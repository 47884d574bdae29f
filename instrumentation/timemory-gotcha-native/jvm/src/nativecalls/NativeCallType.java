package timemory.nativecalls;

import timemory.ComponentFactory;
import timemory.Quantity;
import timemory.counters.CountersComponent;
import timemory.counters.CountersType;

/**
 * The common base of the types of components that count calls of native functions.
 *
 * @param <C> the class of the component
 */
public abstract class NativeCallType<C extends CountersComponent> extends CountersType<C> {

    NativeCallType(String id, String description, ComponentFactory<C> factory) {
        super(id, description, factory);
    }

    @Override
    public final String getCategory() {
        return "native calls";
    }

    @Override
    public final String getSource() {
        return "GOT slots of shared objects";
    }

    @Override
    public final Quantity quantityOf(int element) {
        boolean isTime = element < getElements().size() && NativeFunction.isTime(getElements().get(element));
        return isTime ? Quantity.TIME : Quantity.COUNT;
    }
}
