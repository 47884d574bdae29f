package timemory.context;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** See {@link ContextPropagation#executorService}. */
class PropagatingExecutorService implements ExecutorService {

    private final ExecutorService service;

    PropagatingExecutorService(ExecutorService service) {
        this.service = service;
    }

    @Override
    public void execute(Runnable task) {
        service.execute(ContextPropagation.wrap(task));
    }

    @Override
    public <T> Future<T> submit(Callable<T> task) {
        return service.submit(ContextPropagation.wrap(task));
    }

    @Override
    public <T> Future<T> submit(Runnable task, T result) {
        return service.submit(ContextPropagation.wrap(task), result);
    }

    @Override
    public Future<?> submit(Runnable task) {
        return service.submit(ContextPropagation.wrap(task));
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) throws InterruptedException {
        return service.invokeAll(propagated(tasks));
    }

    @Override
    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        return service.invokeAll(propagated(tasks), timeout, unit);
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        return service.invokeAny(propagated(tasks));
    }

    @Override
    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return service.invokeAny(propagated(tasks), timeout, unit);
    }

    private static <T> List<Callable<T>> propagated(Collection<? extends Callable<T>> tasks) {
        return tasks.stream().map(task -> ContextPropagation.wrap((Callable<T>) task)).toList();
    }

    @Override
    public void shutdown() {
        service.shutdown();
    }

    @Override
    public List<Runnable> shutdownNow() {
        return service.shutdownNow();
    }

    @Override
    public boolean isShutdown() {
        return service.isShutdown();
    }

    @Override
    public boolean isTerminated() {
        return service.isTerminated();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        return service.awaitTermination(timeout, unit);
    }

    @Override
    public String toString() {
        return "ContextPropagation.executorService(" + service + ")";
    }
}
