package timemory.spring;

import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Runs an action when a publisher terminates in any way. Loaded only if Reactor is on the class path. */
final class OnTerminate {
    private OnTerminate() {}

    /** Returns {@code result}, which is a publisher, with {@code end} attached. */
    static Object of(Object result, Runnable end) {
        return result instanceof Mono<?> one
                ? one.doOnTerminate(end).doOnCancel(end)
                : Flux.from((Publisher<?>) result).doOnTerminate(end).doOnCancel(end);
    }
}
