package timemory.micronaut;

import io.micronaut.core.propagation.ThreadPropagatedContextElement;
import timemory.jvm.spi.AsyncRegion;

/** What Micronaut carries: a thread that it gives this to is in the request until it takes it away. */
record RequestContextElement(AsyncRegion work) implements ThreadPropagatedContextElement<Boolean> {
    @Override
    public Boolean updateThreadContext() {
        work.enter();
        return true;
    }

    @Override
    public void restoreThreadContext(Boolean entered) {
        work.leave();
    }
}
