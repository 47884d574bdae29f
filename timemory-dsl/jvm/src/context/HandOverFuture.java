package timemory.context;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** See {@link HandOver#future}. All it does is to hand over each function it is given, and to make futures of its own kind. */
final class HandOverFuture<T> extends CompletableFuture<T> {

    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new HandOverFuture<>();
    }

    @Override
    public <U> CompletableFuture<U> thenApply(Function<? super T, ? extends U> step) {
        return super.thenApply(HandOver.function(step));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> step) {
        return super.thenApplyAsync(HandOver.function(step));
    }

    @Override
    public <U> CompletableFuture<U> thenApplyAsync(Function<? super T, ? extends U> step, Executor executor) {
        return super.thenApplyAsync(HandOver.function(step), executor);
    }

    @Override
    public CompletableFuture<Void> thenAccept(Consumer<? super T> step) {
        return super.thenAccept(HandOver.consumer(step));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> step) {
        return super.thenAcceptAsync(HandOver.consumer(step));
    }

    @Override
    public CompletableFuture<Void> thenAcceptAsync(Consumer<? super T> step, Executor executor) {
        return super.thenAcceptAsync(HandOver.consumer(step), executor);
    }

    @Override
    public CompletableFuture<Void> thenRun(Runnable step) {
        return super.thenRun(HandOver.runnable(step));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable step) {
        return super.thenRunAsync(HandOver.runnable(step));
    }

    @Override
    public CompletableFuture<Void> thenRunAsync(Runnable step, Executor executor) {
        return super.thenRunAsync(HandOver.runnable(step), executor);
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombine(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> step) {
        return super.thenCombine(other, HandOver.biFunction(step));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> step) {
        return super.thenCombineAsync(other, HandOver.biFunction(step));
    }

    @Override
    public <U, V> CompletableFuture<V> thenCombineAsync(
            CompletionStage<? extends U> other, BiFunction<? super T, ? super U, ? extends V> step, Executor executor) {
        return super.thenCombineAsync(other, HandOver.biFunction(step), executor);
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBoth(CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> step) {
        return super.thenAcceptBoth(other, HandOver.biConsumer(step));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> step) {
        return super.thenAcceptBothAsync(other, HandOver.biConsumer(step));
    }

    @Override
    public <U> CompletableFuture<Void> thenAcceptBothAsync(
            CompletionStage<? extends U> other, BiConsumer<? super T, ? super U> step, Executor executor) {
        return super.thenAcceptBothAsync(other, HandOver.biConsumer(step), executor);
    }

    @Override
    public CompletableFuture<Void> runAfterBoth(CompletionStage<?> other, Runnable step) {
        return super.runAfterBoth(other, HandOver.runnable(step));
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable step) {
        return super.runAfterBothAsync(other, HandOver.runnable(step));
    }

    @Override
    public CompletableFuture<Void> runAfterBothAsync(CompletionStage<?> other, Runnable step, Executor executor) {
        return super.runAfterBothAsync(other, HandOver.runnable(step), executor);
    }

    @Override
    public <U> CompletableFuture<U> applyToEither(CompletionStage<? extends T> other, Function<? super T, U> step) {
        return super.applyToEither(other, HandOver.function(step));
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(CompletionStage<? extends T> other, Function<? super T, U> step) {
        return super.applyToEitherAsync(other, HandOver.function(step));
    }

    @Override
    public <U> CompletableFuture<U> applyToEitherAsync(
            CompletionStage<? extends T> other, Function<? super T, U> step, Executor executor) {
        return super.applyToEitherAsync(other, HandOver.function(step), executor);
    }

    @Override
    public CompletableFuture<Void> acceptEither(CompletionStage<? extends T> other, Consumer<? super T> step) {
        return super.acceptEither(other, HandOver.consumer(step));
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(CompletionStage<? extends T> other, Consumer<? super T> step) {
        return super.acceptEitherAsync(other, HandOver.consumer(step));
    }

    @Override
    public CompletableFuture<Void> acceptEitherAsync(
            CompletionStage<? extends T> other, Consumer<? super T> step, Executor executor) {
        return super.acceptEitherAsync(other, HandOver.consumer(step), executor);
    }

    @Override
    public CompletableFuture<Void> runAfterEither(CompletionStage<?> other, Runnable step) {
        return super.runAfterEither(other, HandOver.runnable(step));
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable step) {
        return super.runAfterEitherAsync(other, HandOver.runnable(step));
    }

    @Override
    public CompletableFuture<Void> runAfterEitherAsync(CompletionStage<?> other, Runnable step, Executor executor) {
        return super.runAfterEitherAsync(other, HandOver.runnable(step), executor);
    }

    @Override
    public <U> CompletableFuture<U> thenCompose(Function<? super T, ? extends CompletionStage<U>> step) {
        return super.thenCompose(HandOver.function(step));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> step) {
        return super.thenComposeAsync(HandOver.function(step));
    }

    @Override
    public <U> CompletableFuture<U> thenComposeAsync(Function<? super T, ? extends CompletionStage<U>> step, Executor executor) {
        return super.thenComposeAsync(HandOver.function(step), executor);
    }

    @Override
    public CompletableFuture<T> whenComplete(BiConsumer<? super T, ? super Throwable> step) {
        return super.whenComplete(HandOver.biConsumer(step));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> step) {
        return super.whenCompleteAsync(HandOver.biConsumer(step));
    }

    @Override
    public CompletableFuture<T> whenCompleteAsync(BiConsumer<? super T, ? super Throwable> step, Executor executor) {
        return super.whenCompleteAsync(HandOver.biConsumer(step), executor);
    }

    @Override
    public <U> CompletableFuture<U> handle(BiFunction<? super T, Throwable, ? extends U> step) {
        return super.handle(HandOver.biFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> step) {
        return super.handleAsync(HandOver.biFunction(step));
    }

    @Override
    public <U> CompletableFuture<U> handleAsync(BiFunction<? super T, Throwable, ? extends U> step, Executor executor) {
        return super.handleAsync(HandOver.biFunction(step), executor);
    }

    @Override
    public CompletableFuture<T> exceptionally(Function<Throwable, ? extends T> step) {
        return super.exceptionally(HandOver.function(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> step) {
        return super.exceptionallyAsync(HandOver.function(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyAsync(Function<Throwable, ? extends T> step, Executor executor) {
        return super.exceptionallyAsync(HandOver.function(step), executor);
    }

    @Override
    public CompletableFuture<T> exceptionallyCompose(Function<Throwable, ? extends CompletionStage<T>> step) {
        return super.exceptionallyCompose(HandOver.function(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(Function<Throwable, ? extends CompletionStage<T>> step) {
        return super.exceptionallyComposeAsync(HandOver.function(step));
    }

    @Override
    public CompletableFuture<T> exceptionallyComposeAsync(
            Function<Throwable, ? extends CompletionStage<T>> step, Executor executor) {
        return super.exceptionallyComposeAsync(HandOver.function(step), executor);
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier) {
        return super.completeAsync(HandOver.supplier(supplier));
    }

    @Override
    public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
        return super.completeAsync(HandOver.supplier(supplier), executor);
    }
}
