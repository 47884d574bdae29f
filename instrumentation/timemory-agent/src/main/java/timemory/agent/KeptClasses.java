package timemory.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.ClassReader;
import org.jspecify.annotations.Nullable;
import timemory.agent.cache.WovenCache;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;
import timemory.agent.select.Selection;
import timemory.agent.weave.MethodPlan;
import timemory.agent.weave.Weaver;

/** Loads woven classes from the cache, and stores them there. May be used by any number of threads. */
final class KeptClasses {
    private static final byte[] UNCHANGED = {};

    private final @Nullable WovenCache cache;
    private final Selection selection;
    private final Plans plans;

    /** @param cache {@code null} if nothing is cached */
    KeptClasses(@Nullable WovenCache cache, Selection selection, Plans plans) {
        this.cache = cache;
        this.selection = selection;
        this.plans = plans;
    }

    /** Returns the cached form of a class, {@code null} if there is none. */
    WovenCache.@Nullable Kept find(Origin origin, String name, byte[] bytes) {
        return cache == null ? null : cache.find(name, textOf(origin, name), bytes);
    }

    /** Returns the code of a cached class, whose functions are added to {@code plan}. */
    byte[] again(WovenCache.Kept kept, ClassPlan plan) {
        int[] numbers = new int[kept.functions.size()];
        for (int i = 0; i < numbers.length; i++) {
            WovenCache.Function function = kept.functions.get(i);
            MethodPlan known = plan.get(function.key());
            if (known == null) {
                known = plans.again(function.label(), function.components());
                plan.put(function.key(), function.isSuspend(), known);
            }
            numbers[i] = known.site();
        }
        return kept.withNumbers(numbers);
    }

    /** Records that a class is unchanged, so that it need not be read the next time to find that out. */
    void keepUnchanged(Origin origin, String name, byte[] bytes) {
        if (cache != null) cache.keep(name, textOf(origin, name), bytes, List.of(), UNCHANGED);
    }

    /** Weaves a class and caches it; {@code null} if it cannot be cached, or not all of {@code wanted} can be woven. */
    byte @Nullable [] weave(Origin origin, String name, byte[] bytes, ClassReader reader, ClassFacts facts,
            Map<MethodFacts, MethodPlan> wanted) {
        if (cache == null || !cache.takes(bytes)) return null;
        Map<MethodFacts, MethodPlan> placeholders = new HashMap<>();
        List<WovenCache.Function> functions = new ArrayList<>();
        int[] numbers = new int[wanted.size()];
        for (Map.Entry<MethodFacts, MethodPlan> one : wanted.entrySet()) {
            MethodFacts method = one.getKey();
            int index = functions.size();
            numbers[index] = one.getValue().site();
            placeholders.put(method, new MethodPlan(WovenCache.placeholder(index), false, null, null));
            functions.add(new WovenCache.Function(ClassPlan.keyOf(method), plans.labelOf(one.getValue()), plans.componentsOf(method),
                    method.isSuspend()));
        }
        Weaver.Woven woven = Weaver.weave(reader, facts, placeholders);
        return woven.tooLarge().isEmpty() ? cache.keep(name, textOf(origin, name), bytes, functions, woven.bytes()).withNumbers(numbers)
                : null;
    }

    private String textOf(Origin origin, String name) {
        return origin.location() + '\n' + origin.module() + '\n' + (selection.reasonAgainst(name, origin) == null);
    }
}
