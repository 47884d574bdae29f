package timemory.agent.weave;

import java.util.Arrays;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.MethodFacts;

/**
 * Measures a method from start to end:
 * <pre>
 *     region = Hooks.enter(site);
 *     try { ...; } catch (Throwable thrown) { Hooks.exit(thrown, region); throw thrown; }     with Hooks.exit(region) before each return
 * </pre>
 *
 * <p>The region is stored in a local variable after all others, so that none has to be moved. Each frame of the method gets it as an
 * additional entry, with gaps before it if the method has fewer variables at that point. The frame of the handler contains only that
 * variable: whatever else the method did with its variables, that is valid everywhere.
 *
 * <p>The ranges covered by the handler exclude the calls before returns, because a failure there would close a region twice. No range may
 * be empty, so one starts with the first instruction after the last.
 *
 * <p>In a constructor, measuring starts after the call of the superclass constructor: before that, the uninitialised {@code this} cannot be
 * in a handler's frame. That call is found by counting the objects that were created and not constructed yet.
 *
 * <p>{@link BlockInstrumenter} also measures what is inside. It has more local variables after that of the region, and receives each
 * instruction.
 */
class FunctionWeaver extends MethodVisitor {
    static final String HOOKS = "timemory/agent/boot/Hooks";

    final MethodFacts method;
    final MethodPlan plan;

    /** The slot of the local variable with the region. */
    final int region;

    private final Label handler = new Label();

    /** Whether the region is open at this point of the code. */
    boolean isOpen;

    /** Whether a range is to start with the next instruction. */
    private boolean rangeIsDue;

    private @Nullable Label rangeBegin;

    /** Objects created in a constructor before the call of the superclass constructor, and not constructed yet. */
    private int unconstructed;

    private final java.util.List<Label> ranges = new java.util.ArrayList<>();

    FunctionWeaver(MethodVisitor writer, MethodFacts method, MethodPlan plan) {
        super(Opcodes.ASM9, writer);
        this.method = method;
        this.plan = plan;
        region = method.maxLocals;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (!method.isConstructor()) open();
    }

    /** The number of local variables with regions. */
    int slots() {
        return 1;
    }

    /** The region has been opened. */
    void begun() {}

    /** The instruction {@code opcode} follows, after its labels and its frame. */
    void before(int opcode) {}

    /** The instruction was written. */
    void after(int opcode) {}

    /**
     * The method is left here, by a return or, if {@code thrown}, from anywhere by an exception: closes regions that are open inside its
     * own.
     */
    void closeInside(boolean thrown) {}

    /** The code of the method is complete, and nothing falls through to the following code. */
    void finish() {}

    private void open() {
        begin();
        mv.visitVarInsn(Opcodes.ASTORE, region);
        isOpen = true;
        rangeIsDue = true;
        begun();
    }

    /** Leaves the object on the stack that is stored as the region. */
    void begin() {
        if (plan.hasLines()) {
            pushSite(plan.site());
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enterLines", "(I)Ljava/lang/Object;", false);
        } else if (plan.withArguments()) {
            pushSite(plan.site());
            pushArguments(method.is(Opcodes.ACC_STATIC) ? 0 : 1, Type.getArgumentTypes(method.descriptor));
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enter", "(I[Ljava/lang/Object;)Ljava/lang/Object;", false);
        } else {
            pushSite(plan.site());
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enter", "(I)Ljava/lang/Object;", false);
        }
    }

    /** Pushes the number of a function for {@code Hooks.enter}. */
    final void pushSite(int site) {
        push(site);
        if (plan.holder() == null) return;
        mv.visitFieldInsn(Opcodes.GETSTATIC, plan.holder(), "BASE", "I");
        mv.visitInsn(Opcodes.IADD);
    }

    final void push(int number) {
        if (number >= -1 && number <= 5) {
            mv.visitInsn(Opcodes.ICONST_0 + number);
        } else if (number <= Byte.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.BIPUSH, number);
        } else if (number <= Short.MAX_VALUE) {
            mv.visitIntInsn(Opcodes.SIPUSH, number);
        } else {
            mv.visitLdcInsn(number);
        }
    }

    /** Pushes the arguments of {@code types}, the first of which is in {@code slot}, as an array. */
    final void pushArguments(int slot, Type... types) {
        push(types.length);
        mv.visitTypeInsn(Opcodes.ANEWARRAY, "java/lang/Object");
        for (int i = 0; i < types.length; i++) {
            mv.visitInsn(Opcodes.DUP);
            push(i);
            mv.visitVarInsn(types[i].getOpcode(Opcodes.ILOAD), slot);
            Boxes.box(mv, types[i]);
            mv.visitInsn(Opcodes.AASTORE);
            slot += types[i].getSize();
        }
    }

    /** Closes the region; if the function {@code returns}, its return value is on the stack. */
    void close(boolean returns) {
        if (returns) {
            close(region);
            return;
        }
        mv.visitInsn(Opcodes.DUP);
        mv.visitVarInsn(Opcodes.ALOAD, region);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "exit", "(Ljava/lang/Throwable;Ljava/lang/Object;)V", false);
    }

    /** Closes the region in {@code slot}, if there is one. */
    final void close(int slot) {
        mv.visitVarInsn(Opcodes.ALOAD, slot);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "exit", "(Ljava/lang/Object;)V", false);
    }

    /** An instruction follows, of the method or for measuring, that must not throw without the region being closed. */
    final void instruction() {
        if (!rangeIsDue) return;
        rangeIsDue = false;
        rangeBegin = new Label();
        mv.visitLabel(rangeBegin);
    }

    private void endRange() {
        if (rangeBegin == null) return;
        Label end = new Label();
        mv.visitLabel(end);
        ranges.add(rangeBegin);
        ranges.add(end);
        rangeBegin = null;
    }

    @Override
    public void visitInsn(int opcode) {
        before(opcode);
        if (isOpen && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            endRange();
            closeInside(false);
            close(true);
            mv.visitInsn(opcode);
            rangeIsDue = true;
        } else {
            instruction();
            mv.visitInsn(opcode);
        }
        after(opcode);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        before(opcode);
        instruction();
        call(opcode, owner, name, descriptor, isInterface);
        if (!isOpen && opcode == Opcodes.INVOKESPECIAL && name.equals("<init>")) {
            if (unconstructed > 0) {
                unconstructed--;
            } else {
                open();
            }
        }
        after(opcode);
    }

    /** Writes a call. */
    void call(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        mv.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        before(opcode);
        instruction();
        mv.visitTypeInsn(opcode, type);
        if (!isOpen && opcode == Opcodes.NEW) unconstructed++;
        after(opcode);
    }

    @Override
    public void visitFrame(int type, int localCount, Object[] locals, int stackCount, Object[] stack) {
        if (!isOpen) {
            mv.visitFrame(type, localCount, locals, stackCount, stack);
            return;
        }
        int slots = 0;
        for (int i = 0; i < localCount; i++) slots += locals[i] == Opcodes.LONG || locals[i] == Opcodes.DOUBLE ? 2 : 1;
        int own = slots();
        Object[] more = Arrays.copyOf(locals, localCount + region - slots + own);
        Arrays.fill(more, localCount, more.length - own, Opcodes.TOP);
        Arrays.fill(more, more.length - own, more.length, "java/lang/Object");
        writeFrame(more.length, more, stackCount, stack);
    }

    /** Writes a frame that includes the variables for regions. */
    void writeFrame(int localCount, Object[] locals, int stackCount, Object[] stack) {
        mv.visitFrame(Opcodes.F_NEW, localCount, locals, stackCount, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (isOpen) {
            finish();
            endRange();
            if (!ranges.isEmpty()) handle();
        }
        // The handler has the exception twice and the region on the stack; arguments at most: number, array, array, index, and a two-slot
        // value.
        int own = plan.withArguments() ? 6 : 3;
        mv.visitMaxs(Math.max(maxStack + 2, own), Math.max(maxLocals, region + slots()));
    }

    private void handle() {
        for (int i = 0; i < ranges.size(); i += 2) mv.visitTryCatchBlock(ranges.get(i), ranges.get(i + 1), handler, null);
        mv.visitLabel(handler);
        if (method.owner.version >= Opcodes.V1_6) {
            Object[] locals = new Object[region + slots()];
            Arrays.fill(locals, 0, region, Opcodes.TOP);
            Arrays.fill(locals, region, locals.length, "java/lang/Object");
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
        }
        closeInside(true);
        close(false);
        mv.visitInsn(Opcodes.ATHROW);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        before(opcode);
        instruction();
        mv.visitIntInsn(opcode, operand);
        after(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        before(opcode);
        instruction();
        mv.visitVarInsn(opcode, variable);
        after(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        before(opcode);
        instruction();
        mv.visitFieldInsn(opcode, owner, name, descriptor);
        after(opcode);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        before(Opcodes.INVOKEDYNAMIC);
        instruction();
        mv.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
        after(Opcodes.INVOKEDYNAMIC);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        before(opcode);
        instruction();
        mv.visitJumpInsn(opcode, label);
        after(opcode);
    }

    @Override
    public void visitLdcInsn(Object value) {
        before(Opcodes.LDC);
        instruction();
        mv.visitLdcInsn(value);
        after(Opcodes.LDC);
    }

    @Override
    public void visitIincInsn(int variable, int increment) {
        before(Opcodes.IINC);
        instruction();
        mv.visitIincInsn(variable, increment);
        after(Opcodes.IINC);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        before(Opcodes.TABLESWITCH);
        instruction();
        mv.visitTableSwitchInsn(min, max, otherwise, labels);
        after(Opcodes.TABLESWITCH);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        before(Opcodes.LOOKUPSWITCH);
        instruction();
        mv.visitLookupSwitchInsn(otherwise, keys, labels);
        after(Opcodes.LOOKUPSWITCH);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        before(Opcodes.MULTIANEWARRAY);
        instruction();
        mv.visitMultiANewArrayInsn(descriptor, dimensions);
        after(Opcodes.MULTIANEWARRAY);
    }
}
