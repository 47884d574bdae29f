package timemory.test;

import timemory.ComponentType;
import timemory.LongDeltaComponent;
import timemory.Quantity;

/** A component that is unavailable on every machine. */
public final class Missing extends LongDeltaComponent {

    public static final ComponentType<Missing> TYPE = new ComponentType<>("missing", "Not there", Quantity.TIME, Missing::new) {
        @Override
        public String unavailableReason() {
            return "this machine has no such thing";
        }
    };

    @Override
    protected long read() {
        throw new AssertionError("must not be asked");
    }
}
