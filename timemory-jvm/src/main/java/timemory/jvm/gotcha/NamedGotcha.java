package timemory.jvm.gotcha;

import java.util.Objects;
import timemory.ComponentType;
import timemory.OfRuntimeType;

/** A gotcha that its type tells from others: see {@link GotchaType#of}. */
final class NamedGotcha extends Gotcha implements OfRuntimeType {

    @Override
    public ComponentType<?> getRuntimeType() {
        return Objects.requireNonNull(type(), "made by its type");
    }
}
