package timemory.agent.weave;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;

/**
 * Weaves calls of {@link timemory.agent.boot.Hooks} into the methods of a class file.
 *
 * <p>Methods that are not to be measured are copied unchanged. No class is loaded for it: the frames that the verifier needs are those of
 * the class file, with one more local variable.
 */
public final class Weaver {

    private Weaver() {}

    /**
     * The result for a class.
     *
     * @param tooLarge methods left unchanged because they would exceed the maximum size of a method
     * @param wholeOnly methods measured as a whole but not inside, for the same reason
     * @param loopsLeft the number of loops that are not measured, by reason
     */
    public record Woven(byte[] bytes, Set<MethodFacts> tooLarge, Set<MethodFacts> wholeOnly, Map<String, Integer> loopsLeft) {}

    /**
     * Weaves a class.
     *
     * @param plans what to weave into which of its methods
     */
    public static Woven weave(ClassReader reader, ClassFacts facts, Map<MethodFacts, MethodPlan> plans) {
        Woven woven = new Woven(new byte[0], new HashSet<>(0), new HashSet<>(0), new HashMap<>(0));
        Map<MethodFacts, BlockProbe> inside = inside(plans);
        Map<MethodFacts, Code> codes = inside.isEmpty() ? Map.of() : Code.read(reader, facts, inside.keySet());
        Map<MethodFacts, Loops> loops = new HashMap<>();
        for (Map.Entry<MethodFacts, BlockProbe> entry : inside.entrySet()) {
            MethodFacts method = entry.getKey();
            Code code = codes.get(method);
            if (code == null) continue;
            if (code.hasSubroutines) {
                (entry.getValue().hasLines() ? woven.tooLarge : woven.wholeOnly).add(method);
            } else {
                Loops found = Loops.of(code, entry.getValue().hasLoops());
                loops.put(method, found);
                found.left.forEach((reason, count) -> woven.loopsLeft.merge(reason, count, Integer::sum));
            }
        }
        while (true) {
            ClassWriter writer = new ClassWriter(reader, 0);
            reader.accept(new Classes(writer, facts, plans, codes, loops, woven), ClassReader.EXPAND_FRAMES);
            try {
                return new Woven(writer.toByteArray(), woven.tooLarge, woven.wholeOnly, woven.loopsLeft);
            } catch (MethodTooLargeException failure) {
                MethodFacts method = find(facts, failure.getMethodName(), failure.getDescriptor());
                if (method == null || !leave(method, plans.get(method), woven)) throw failure;
            }
        }
    }

    /** Reduces what is measured in a method; returns whether anything is left to reduce. */
    private static boolean leave(MethodFacts method, @Nullable MethodPlan plan, Woven woven) {
        boolean withInside = plan != null && plan.inside() != null && !plan.hasLines();
        return withInside && woven.wholeOnly.add(method) || woven.tooLarge.add(method);
    }

    private static Map<MethodFacts, BlockProbe> inside(Map<MethodFacts, MethodPlan> plans) {
        Map<MethodFacts, BlockProbe> methods = new HashMap<>();
        for (Map.Entry<MethodFacts, MethodPlan> plan : plans.entrySet()) {
            BlockProbe inside = plan.getValue().inside();
            if (inside != null) methods.put(plan.getKey(), inside);
        }
        return methods;
    }

    private static @Nullable MethodFacts find(ClassFacts facts, String name, String descriptor) {
        for (MethodFacts method : facts.methods) {
            if (method.name.equals(name) && method.descriptor.equals(descriptor)) return method;
        }
        return null;
    }

    private static final class Classes extends ClassVisitor {
        private final ClassFacts facts;
        private final Map<MethodFacts, MethodPlan> plans;
        private final Map<MethodFacts, Code> codes;
        private final Map<MethodFacts, Loops> loops;
        private final Woven woven;
        private int next;

        Classes(
                ClassVisitor writer,
                ClassFacts facts,
                Map<MethodFacts, MethodPlan> plans,
                Map<MethodFacts, Code> codes,
                Map<MethodFacts, Loops> loops,
                Woven woven) {
            super(Opcodes.ASM9, writer);
            this.facts = facts;
            this.plans = plans;
            this.codes = codes;
            this.loops = loops;
            this.woven = woven;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
            MethodFacts method = facts.methods.get(next++);
            MethodPlan plan = woven.tooLarge.contains(method) ? null : plans.get(method);
            if (plan == null) return writer;
            if (method.isSuspend() && !plan.hasLines()) return new SuspendWeaver(writer, method, plan);
            BlockProbe inside = woven.wholeOnly.contains(method) ? null : plan.inside();
            Code code = codes.get(method);
            Loops found = loops.get(method);
            if (inside == null || code == null || found == null) return new FunctionWeaver(writer, method, plan);
            return new BlockInstrumenter(writer, method, plan, inside, code, found);
        }
    }
}
