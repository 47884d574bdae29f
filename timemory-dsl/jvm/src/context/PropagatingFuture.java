package timemory.context;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** See {@link ContextPropagation#future}. It only propagates each function passed to it, and creates futures of its own kind. */
final class PropagatingFuture<T> extends CompletableFuture<T> {

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new PropagatingFuture<>();
    }

    @Override
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> step) {
        return super.thenApply(ContextPropagation.wrapFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> step) {
        return super.thenApplyAsync(ContextPropagation.wrapFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> step, Executor executor) {
        return super.thenApplyAsync(ContextPropagation.wrapFunction(step), executor);
    }

    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> step) {
        return super.thenAccept(ContextPropagation.wrapConsumer(step));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> step) {
        return super.thenAcceptAsync(ContextPropagation.wrapConsumer(step));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> step, Executor executor) {
        return super.thenAcceptAsync(ContextPropagation.wrapConsumer(step), executor);
    }

    @Override
    public CompletableFuture<Void> thenRun(Runnable step) {
        return super.thenRun(ContextPropagation.wrap(step));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable step) {
        return super.thenRunAsync(ContextPropagation.wrap(step));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable step, Executor executor) {
        return super.thenRunAsync(ContextPropagation.wrap(step), executor);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> step) {
        return super.thenCombine(other, ContextPropagation.wrapBiFunction(step));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> step) {
        return super.thenCombineAsync(other, ContextPropagation.wrapBiFunction(step));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> step, Executor executor) {
        return super.thenCombineAsync(other, ContextPropagation.wrapBiFunction(step), executor);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> step) {
        return super.thenAcceptBoth(other, ContextPropagation.wrapBiConsumer(step));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> step) {
        return super.thenAcceptBothAsync(other, ContextPropagation.wrapBiConsumer(step));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> step, Executor executor) {
        return super.thenAcceptBothAsync(other, ContextPropagation.wrapBiConsumer(step), executor);
    }

    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable step) {
        return super.runAfterBoth(other, ContextPropagation.wrap(step));
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable step) {
        return super.runAfterBothAsync(other, ContextPropagation.wrap(step));
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable step, Executor executor) {
        return super.runAfterBothAsync(other, ContextPropagation.wrap(step), executor);
    }

    @Override
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> step) {
        return super.applyToEither(other, ContextPropagation.wrapFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> step) {
        return super.applyToEitherAsync(other, ContextPropagation.wrapFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> step, Executor executor) {
        return super.applyToEitherAsync(other, ContextPropagation.wrapFunction(step), executor);
    }

    @Override
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> step) {
        return super.acceptEither(other, ContextPropagation.wrapConsumer(step));
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> step) {
        return super.acceptEitherAsync(other, ContextPropagation.wrapConsumer(step));
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> step, Executor executor) {
        return super.acceptEitherAsync(other, ContextPropagation.wrapConsumer(step), executor);
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable step) {
        return super.runAfterEither(other, ContextPropagation.wrap(step));
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable step) {
        return super.runAfterEitherAsync(other, ContextPropagation.wrap(step));
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable step, Executor executor) {
        return super.runAfterEitherAsync(other, ContextPropagation.wrap(step), executor);
    }

    @Override
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> step) {
        return super.thenCompose(ContextPropagation.wrapFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> step) {
        return super.thenComposeAsync(ContextPropagation.wrapFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> step, Executor executor) {
        return super.thenComposeAsync(ContextPropagation.wrapFunction(step), executor);
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> step) {
        return super.whenComplete(ContextPropagation.wrapBiConsumer(step));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> step) {
        return super.whenCompleteAsync(ContextPropagation.wrapBiConsumer(step));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> step, Executor executor) {
        return super.whenCompleteAsync(ContextPropagation.wrapBiConsumer(step), executor);
    }

    @Override
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> step) {
        return super.handle(ContextPropagation.wrapBiFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> step) {
        return super.handleAsync(ContextPropagation.wrapBiFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> step, Executor executor) {
        return super.handleAsync(ContextPropagation.wrapBiFunction(step), executor);
    }

    @Override
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> step) {
        return super.exceptionally(ContextPropagation.wrapFunction(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> step) {
        return super.exceptionallyAsync(ContextPropagation.wrapFunction(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> step, Executor executor) {
        return super.exceptionallyAsync(ContextPropagation.wrapFunction(step), executor);
    }

    @Override
    public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> step) {
        return super.exceptionallyCompose(ContextPropagation.wrapFunction(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(Function<Throwable, ? extends CompletionStage<T>> step) {
        return super.exceptionallyComposeAsync(ContextPropagation.wrapFunction(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> step, Executor executor) {
        return super.exceptionallyComposeAsync(ContextPropagation.wrapFunction(step), executor);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return super.completeAsync(ContextPropagation.wrapSupplier(supplier));
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        return super.completeAsync(ContextPropagation.wrapSupplier(supplier), executor);
    }
}
