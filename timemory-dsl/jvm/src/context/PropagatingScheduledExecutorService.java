package timemory.context;

import java.util.concurrent.Callable;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** See {@link ContextPropagation#scheduledExecutorService}. */
final class PropagatingScheduledExecutorService extends PropagatingExecutorService implements ScheduledExecutorService {

    private final ScheduledExecutorService service;

    PropagatingScheduledExecutorService(ScheduledExecutorService service) {
        super(service);
        this.service = service;
    }

    @Override
    public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
        return service.schedule(ContextPropagation.wrap(task), delay, unit);
    }

    @Override
    public <T> ScheduledFuture<T> schedule(Callable<T> task, long delay, TimeUnit unit) {
        return service.schedule(ContextPropagation.wrap(task), delay, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long initialDelay, long period, TimeUnit unit) {
        return service.scheduleAtFixedRate(ContextPropagation.wrap(task), initialDelay, period, unit);
    }

    @Override
    public ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long initialDelay, long delay, TimeUnit unit) {
        return service.scheduleWithFixedDelay(ContextPropagation.wrap(task), initialDelay, delay, unit);
    }
}
