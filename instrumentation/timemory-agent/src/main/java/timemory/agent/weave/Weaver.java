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
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;

/**
 * Weaves calls of {@link timemory.agent.boot.Hooks} into the methods of a class file.
 *
 * <p>Methods that are not to be measured are copied byte by byte. No class is loaded for it: the frames that the verifier wants are
 * those of the class file, with one more local variable.
 */
public final class Weaver {

    private Weaver() {}

    /**
     * What became of a class.
     *
     * @param tooLarge methods left as they were, as they would be larger than a method may be
     * @param wholeOnly methods measured as a whole but not inside, for the same reason
     * @param loopsLeft how many loops are not measured, by reason
     */
    public record Woven(byte[] bytes, Set<MethodFacts> tooLarge, Set<MethodFacts> wholeOnly, Map<String, Integer> loopsLeft) {}

    /**
     * Weaves a class.
     *
     * @param plans what to weave into which of its methods
     */
    public static Woven weave(ClassReader reader, ClassFacts facts, Map<MethodFacts, MethodPlan> plans) {
        Woven woven = new Woven(null, new HashSet<>(0), new HashSet<>(0), new HashMap<>(0));
        Set<MethodFacts> withInside = withInside(plans);
        Map<MethodFacts, Code> codes = withInside.isEmpty() ? Map.of() : Code.read(reader, facts, withInside);
        Map<MethodFacts, Loops> loops = new HashMap<>();
        for (Map.Entry<MethodFacts, Code> entry : codes.entrySet()) {
            MethodFacts method = entry.getKey();
            if (entry.getValue().hasSubroutines) {
                (plans.get(method).hasLines() ? woven.tooLarge : woven.wholeOnly).add(method);
            } else {
                Loops found = Loops.of(entry.getValue(), plans.get(method).inside().hasLoops());
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

    /** Has less measured in a method; returns whether anything is left to be done without. */
    private static boolean leave(MethodFacts method, MethodPlan plan, Woven woven) {
        boolean withInside = plan.inside() != null && !plan.hasLines();
        return withInside && woven.wholeOnly.add(method) || woven.tooLarge.add(method);
    }

    private static Set<MethodFacts> withInside(Map<MethodFacts, MethodPlan> plans) {
        Set<MethodFacts> methods = new HashSet<>();
        for (Map.Entry<MethodFacts, MethodPlan> plan : plans.entrySet()) if (plan.getValue().inside() != null) methods.add(plan.getKey());
        return methods;
    }

    private static MethodFacts find(ClassFacts facts, String name, String descriptor) {
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
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
            MethodFacts method = facts.methods.get(next++);
            MethodPlan plan = woven.tooLarge.contains(method) ? null : plans.get(method);
            if (plan == null) return writer;
            if (method.isSuspend() && !plan.hasLines()) return new SuspendWeaver(writer, method, plan);
            if (plan.inside() == null || woven.wholeOnly.contains(method)) return new FunctionWeaver(writer, method, plan);
            return new BlockInstrumenter(writer, method, plan, codes.get(method), loops.get(method));
        }
    }
}
