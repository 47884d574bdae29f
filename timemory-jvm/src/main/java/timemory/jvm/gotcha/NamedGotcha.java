package timemory.jvm.gotcha;

import java.util.Objects;
import timemory.ComponentType;
import timemory.OfRuntimeType;

/** A gotcha identified by its type instead of its class: see {@link GotchaType#of}. */
final class NamedGotcha extends Gotcha implements OfRuntimeType {

    @Override
    public ComponentType<?> getRuntimeType() {
        return Objects.requireNonNull(type(), "made by its type");
    }
}
