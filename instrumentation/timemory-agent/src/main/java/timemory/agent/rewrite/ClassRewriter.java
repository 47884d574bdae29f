package timemory.agent.rewrite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import timemory.agent.lines.Lines;
import timemory.agent.option.AgentOptions;
import timemory.agent.option.OptionText;
import timemory.agent.option.Profile;
import timemory.agent.Plans;
import timemory.agent.record.ArgumentText;
import timemory.agent.record.SiteFile;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;
import timemory.agent.select.Selection;
import timemory.agent.weave.MethodPlan;
import timemory.agent.weave.Weaver;

/**
 * Weaves the classes of one program ahead of time. The numbers of its functions are relative to a field of a generated class, which
 * requests its value at run time: several programs rewritten separately may run together.
 */
final class ClassRewriter {
    private final Selection selection;
    private final Plans plans;
    private final boolean withSuspending;
    private final String holder;
    private final List<String> sites = new ArrayList<>();
    private final Lines lines = new Lines();
    private final boolean hasLines;

    /** Classes left unchanged because of a failure, with the failure. */
    final Map<String, String> failures = new TreeMap<>();

    int classes;
    int functions;

    /** Suspending Kotlin functions that were left out. */
    int suspendingLeft;

    /** Number of woven suspending functions. */
    int suspending;

    /**
     * Weaves according to {@code options}.
     *
     * @param withSuspending whether the program has the Kotlin classes that detect resumptions of suspending functions
     * @param holder the class, with slashes, with the base of function numbers
     */
    ClassRewriter(AgentOptions options, Selection selection, boolean withSuspending, String holder) {
        this.withSuspending = withSuspending;
        this.selection = selection;
        this.holder = holder;
        hasLines = options.profile == Profile.LINES;
        plans = Plans.aheadOfTime(options, this::add, holder, lines);
    }

    private int add(String label, String components, @Nullable ArgumentText arguments) {
        sites.add(SiteFile.line(label, components, arguments));
        return sites.size() - 1;
    }

    /** Returns the class file that replaces {@code bytes}: the same if nothing of it is measured. */
    byte[] rewrite(String location, byte[] bytes) {
        String name = "?";
        try {
            ClassReader reader = new ClassReader(bytes);
            name = reader.getClassName().replace('/', '.');
            Origin origin = new Origin(location, "", false);
            if (selection.reasonAgainst(name, origin, bytes) != null) return bytes;
            ClassFacts facts = ClassFacts.read(reader, origin, false);
            List<MethodFacts> selected = new ArrayList<>();
            for (MethodFacts method : facts.methods) if (selection.of(method).isSelected()) selected.add(method);
            // Lines of a suspending function are measured between two suspensions, like those of any other.
            int suspend = hasLines ? 0 : (int) selected.stream().filter(MethodFacts::isSuspend).count();
            if (!withSuspending && !hasLines) {
                selected.removeIf(MethodFacts::isSuspend);
                suspendingLeft += suspend;
            }
            if (selected.isEmpty()) return bytes;
            Map<MethodFacts, MethodPlan> planned = plans.of(selected);
            Weaver.Woven woven = Weaver.weave(reader, facts, planned);
            classes++;
            functions += selected.size() - woven.tooLarge().size();
            if (withSuspending) suspending += suspend;
            return woven.bytes();
        } catch (RuntimeException failure) {
            failures.put(name, failure.toString());
            return bytes;
        }
    }

    /** Returns the lines of the file that describes the functions. */
    List<String> sites() {
        return hasLines ? lines.rows().stream().map(OptionText::join).toList() : sites;
    }

    /** Returns the class file of the holder. */
    byte[] holder() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, holder, null, "java/lang/Object", null);
        writer.visitField(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "BASE", "I", null, null).visitEnd();
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "<clinit>", "()V", null, null);
        code.visitCode();
        code.visitLdcInsn(Type.getObjectType(holder));
        code.visitMethodInsn(Opcodes.INVOKESTATIC, "timemory/agent/boot/Hooks", "register", "(Ljava/lang/Class;)I", false);
        code.visitFieldInsn(Opcodes.PUTSTATIC, holder, "BASE", "I");
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
