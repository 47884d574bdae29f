package timemory.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;

/**
 * The control flow of a method's code, and the line of each instruction. Instructions are numbered from 0 in the order of the class file,
 * as a visitor sees them.
 */
final class Code {
    /** Instructions from {@code begin} to before {@code end} whose exceptions go to {@code handler}. */
    record Watched(int begin, int end, int handler) {}

    /** The number of instructions. */
    int count;

    /**
     * The first instruction of the method proper: in a constructor, the one after the call of the superclass constructor; -1 if that was
     * not found.
     */
    int begin;

    /** Whether it uses subroutines, as in class files before Java 6. */
    boolean hasSubroutines;

    final List<Watched> watched = new ArrayList<>(0);

    private int[][] targets = new int[64][];
    private int[] lines = new int[64];
    private final BitSet falls = new BitSet();

    private static final int[] NONE = {};

    /** The instructions that instruction {@code at} may jump to. */
    int[] targets(int at) {
        return targets[at] == null ? NONE : targets[at];
    }

    /** Whether control can continue from {@code at} to the next instruction. */
    boolean fallsThrough(int at) {
        return falls.get(at) && at + 1 < count;
    }

    /** The source line, 0 if the class file does not contain it. */
    int line(int at) {
        return lines[at];
    }

    /** The instructions at which exceptions are caught. */
    BitSet handlers() {
        BitSet handlers = new BitSet();
        for (Watched each : watched) handlers.set(each.handler);
        return handlers;
    }

    /** Reads the code of {@code methods}, which belong to the class of {@code reader}. */
    static Map<MethodFacts, Code> read(ClassReader reader, ClassFacts facts, Set<MethodFacts> methods) {
        Map<MethodFacts, Code> codes = new HashMap<>();
        if (!methods.isEmpty()) reader.accept(new Classes(facts, methods, codes), ClassReader.SKIP_FRAMES);
        return codes;
    }

    private static final class Classes extends ClassVisitor {
        private final ClassFacts facts;
        private final Set<MethodFacts> methods;
        private final Map<MethodFacts, Code> codes;
        private InlinedLines inlined = InlinedLines.of(null);
        private int next;

        Classes(ClassFacts facts, Set<MethodFacts> methods, Map<MethodFacts, Code> codes) {
            super(Opcodes.ASM9);
            this.facts = facts;
            this.methods = methods;
            this.codes = codes;
        }

        @Override
        public void visitSource(@Nullable String source, @Nullable String debug) {
            inlined = InlinedLines.of(debug);
        }

        @Override
        public @Nullable MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodFacts method = facts.methods.get(next++);
            if (!methods.contains(method)) return null;
            Code code = new Code();
            codes.put(method, code);
            return new Reader(code, inlined, method.isConstructor());
        }
    }

    private static final class Reader extends MethodVisitor {
        private final Code code;
        private final InlinedLines inlined;
        private final Map<Label, Integer> positions = new HashMap<>();
        private final Map<Integer, Label[]> jumps = new HashMap<>();
        private final List<Label[]> tries = new ArrayList<>(0);
        private int line;
        private int unconstructed;

        Reader(Code code, InlinedLines inlined, boolean isConstructor) {
            super(Opcodes.ASM9);
            this.code = code;
            this.inlined = inlined;
            code.begin = isConstructor ? -1 : 0;
        }

        private void add(boolean falls, Label... labels) {
            int at = code.count++;
            if (at == code.lines.length) {
                code.lines = Arrays.copyOf(code.lines, 2 * at);
                code.targets = Arrays.copyOf(code.targets, 2 * at);
            }
            code.lines[at] = line;
            code.falls.set(at, falls);
            if (labels.length > 0) jumps.put(at, labels);
        }

        @Override
        public void visitLabel(Label label) {
            positions.put(label, code.count);
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = inlined.lineOf(number);
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
            tries.add(new Label[] {start, end, handler});
        }

        @Override
        public void visitInsn(int opcode) {
            add(!(opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) && opcode != Opcodes.ATHROW);
        }

        @Override
        public void visitJumpInsn(int opcode, Label label) {
            if (opcode == Opcodes.JSR) code.hasSubroutines = true;
            add(opcode != Opcodes.GOTO, label);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
            addSwitch(otherwise, labels);
        }

        @Override
        public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
            addSwitch(otherwise, labels);
        }

        private void addSwitch(Label otherwise, Label[] labels) {
            Label[] all = Arrays.copyOf(labels, labels.length + 1);
            all[labels.length] = otherwise;
            add(false, all);
        }

        @Override
        public void visitVarInsn(int opcode, int variable) {
            if (opcode == Opcodes.RET) code.hasSubroutines = true;
            add(opcode != Opcodes.RET);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            if (opcode == Opcodes.NEW) unconstructed++;
            add(true);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            add(true);
            if (code.begin >= 0 || opcode != Opcodes.INVOKESPECIAL || !name.equals("<init>")) return;
            if (unconstructed > 0) unconstructed--;
            else code.begin = code.count;
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            add(true);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            add(true);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            add(true);
        }

        @Override
        public void visitLdcInsn(Object value) {
            add(true);
        }

        @Override
        public void visitIincInsn(int variable, int increment) {
            add(true);
        }

        @Override
        public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
            add(true);
        }

        @Override
        public void visitEnd() {
            jumps.forEach((at, labels) -> {
                int[] targets = new int[labels.length];
                for (int i = 0; i < labels.length; i++) targets[i] = position(labels[i]);
                code.targets[at] = targets;
            });
            for (Label[] each : tries) {
                Watched watched = new Watched(position(each[0]), position(each[1]), position(each[2]));
                if (watched.begin < watched.end) code.watched.add(watched);
            }
        }

        /** Returns the position of a label of the method, all of which have been visited at its end. */
        private int position(Label label) {
            return Objects.requireNonNull(positions.get(label));
        }
    }
}
