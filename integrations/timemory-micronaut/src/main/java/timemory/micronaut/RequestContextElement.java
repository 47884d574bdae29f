package timemory.micronaut;

import io.micronaut.core.propagation.ThreadPropagatedContextElement;
import timemory.jvm.spi.AsyncRegion;

/** The element that Micronaut propagates: a thread is in the request from when it gets the element until it is removed. */
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
