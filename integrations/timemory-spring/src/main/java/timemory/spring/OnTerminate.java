package timemory.spring;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What a publisher is done with once it ends, however that is. Loaded only where Reactor is there. */
final class OnTerminate {
    private OnTerminate() {}

    /** {@code result}, which is a publisher. */
    static Object of(Object result, Runnable end) {
        return result instanceof Mono<?> one
                ? one.doOnTerminate(end).doOnCancel(end)
                : Flux.from((Publisher<?>) result).doOnTerminate(end).doOnCancel(end);
    }
}
