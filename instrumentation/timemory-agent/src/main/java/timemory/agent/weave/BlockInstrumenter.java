package timemory.agent.weave;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.MethodFacts;

/**
 * Measures the contents of a method: its loops and calls, or its lines.
 *
 * <p><b>Regions.</b> After the local variable of the method's own region there are others, which contain {@code null} while nothing is
 * open: one for the current call, because a frame makes only one at a time, and one for each nesting depth of loops. So no exceptions have
 * to be caught for them: the handler that closes the method's region also closes those in the other variables, and if the method itself
 * catches an exception, deeper regions than the handler's are closed first. A variable is set to {@code null} before its region is closed,
 * so that none is closed twice.
 *
 * <p><b>Edges.</b> What has to be done when a loop is entered or left depends on where control comes from and where it goes to, so it
 * belongs to the edge between two instructions. On the edge to the next instruction, and before a {@code goto}, it is done in place. Any
 * other jump is redirected to the end of the method, where it is done before jumping on. The frame there is that of the jump target.
 *
 * <p><b>Lines.</b> A line starts when control comes to it from another line, or because an exception is caught there. A loop on one line is
 * one lap. If that is so on all edges to an instruction, it is done once before that instruction, otherwise on the edges.
 *
 * <p>Code inserted before a {@code new} moves it away from the label by which frames identify it; they get a label at its new location.
 */
final class BlockInstrumenter extends FunctionWeaver {
    private record Frame(int localCount, Object[] locals, int stackCount, Object[] stack) {}

    /** What is done at the end of the method before jumping on to {@code target}, which is instruction {@code to}. */
    private record Detour(Label label, Label target, Loops.@Nullable Loop from, int to, boolean isNewLine) {}

    private final Code code;
    private final BlockProbe inside;
    private final Loops loops;

    /** The next instruction, or the one being written. */
    private int at;

    private final BitSet handlers;

    /** Instructions before which a line starts, whichever edge control took. */
    private final BitSet lineBegins = new BitSet();

    private final Map<Label, Integer> positions = new HashMap<>();
    private final Map<Integer, Label> moved = new HashMap<>(0);
    private final Map<Integer, Frame> frames = new HashMap<>();
    private final List<Detour> detours = new ArrayList<>(0);

    BlockInstrumenter(MethodVisitor writer, MethodFacts method, MethodPlan plan, BlockProbe inside, Code code,
            Loops loops) {
        super(writer, method, plan);
        this.code = code;
        this.loops = loops;
        this.inside = inside;
        handlers = code.handlers();
        if (inside.hasLines() && code.begin >= 0) findLineBegins();
    }

    private int callSlot() {
        return region + 1;
    }

    private int slotOf(int depth) {
        return region + 1 + (inside.hasCallSites() ? 1 : 0) + depth;
    }

    @Override
    int slots() {
        return slotOf(loops.depth) - region;
    }

    /** An instruction is the start of a line if all edges to it come from another line. The method itself starts with a line, too. */
    private void findLineBegins() {
        BitSet notAlways = new BitSet();
        BitSet reached = new BitSet();
        reached.set(code.begin);
        for (int from = code.begin; from < code.count; from++) {
            for (int to : code.targets(from)) note(from, to, reached, notAlways);
            if (code.fallsThrough(from)) note(from, from + 1, reached, notAlways);
        }
        lineBegins.or(reached);
        lineBegins.andNot(notAlways);
        lineBegins.or(handlers);
        for (int i = lineBegins.nextSetBit(0); i >= 0; i = lineBegins.nextSetBit(i + 1)) if (code.line(i) == 0) lineBegins.clear(i);
    }

    private void note(int from, int to, BitSet reached, BitSet notAlways) {
        reached.set(to);
        if (!isOtherLine(from, to)) notAlways.set(to);
    }

    private boolean isOtherLine(int from, int to) {
        return code.line(to) != 0 && code.line(from) != code.line(to);
    }

    /** Whether a line starts on the edge. */
    private boolean isNewLine(int from, int to) {
        return inside.hasLines() && !lineBegins.get(to) && code.line(to) != 0 && (from < code.begin || isOtherLine(from, to));
    }

    @Override
    void begun() {
        for (int slot = region + 1; slot < region + slots(); slot++) {
            mv.visitInsn(Opcodes.ACONST_NULL);
            mv.visitVarInsn(Opcodes.ASTORE, slot);
        }
        if (code.begin == 0) pass(null, 0, isNewLine(-1, 0));
    }

    /** Performs the actions on an edge to instruction {@code to} from inside the loop {@code from}. */
    private void pass(Loops.@Nullable Loop from, int to, boolean isNewLine) {
        Loops.Loop into = loops.around(to);
        for (Loops.Loop left = from; left != null && !left.contains(into); left = left.parent) leave(slotOf(left.depth));
        if (into != null && !into.contains(from)) {
            instruction();
            pushSite(inside.loop(into.line, into.ordinal));
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enter", "(I)Ljava/lang/Object;", false);
            mv.visitVarInsn(Opcodes.ASTORE, slotOf(into.depth));
        }
        if (isNewLine) beginLine(to);
    }

    /** Closes the region in {@code slot}, before the end of the method. */
    private void leave(int slot) {
        instruction();
        mv.visitVarInsn(Opcodes.ALOAD, slot);
        mv.visitInsn(Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ASTORE, slot);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "exit", "(Ljava/lang/Object;)V", false);
    }

    private void beginLine(int to) {
        instruction();
        mv.visitVarInsn(Opcodes.ALOAD, region);
        pushSite(inside.line(code.line(to)));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "line", "(Ljava/lang/Object;I)V", false);
    }

    private boolean isNothing(Loops.@Nullable Loop from, int to, boolean isNewLine) {
        return from == loops.around(to) && !isNewLine;
    }

    @Override
    public void visitLabel(Label label) {
        positions.put(label, at);
        super.visitLabel(label);
    }

    @Override
    void before(int opcode) {
        if (!isOpen) return;
        boolean isHandler = handlers.get(at) && slots() > 1;
        if (isHandler) closeDeeperThan(loops.around(at));
        boolean begins = lineBegins.get(at);
        if (begins) beginLine(at);
        if (opcode == Opcodes.NEW && (isHandler || begins)) {
            Label label = new Label();
            mv.visitLabel(label);
            moved.put(at, label);
        }
        if (opcode == Opcodes.GOTO) pass(loops.around(at), code.targets(at)[0], isNewLine(at, code.targets(at)[0]));
    }

    /** An exception was caught in {@code loop}: regions open inside it were left by the exception. */
    private void closeDeeperThan(Loops.@Nullable Loop loop) {
        if (inside.hasCallSites()) leave(callSlot());
        for (int depth = deepestWatched() - 1; depth > (loop == null ? -1 : loop.depth); depth--) leave(slotOf(depth));
    }

    /** Returns how many loops may be open when the handler here gets control. */
    private int deepestWatched() {
        int deepest = 0;
        for (Code.Watched each : code.watched) {
            if (each.handler() != at) continue;
            for (int i = each.begin(); i < each.end(); i++) {
                Loops.Loop loop = loops.around(i);
                if (loop != null) deepest = Math.max(deepest, loop.depth + 1);
            }
        }
        return deepest;
    }

    @Override
    void after(int opcode) {
        if (isOpen && code.fallsThrough(at)) pass(loops.around(at), at + 1, isNewLine(at, at + 1));
        at++;
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        if (opcode == Opcodes.GOTO || !isOpen) super.visitJumpInsn(opcode, label);
        else super.visitJumpInsn(opcode, detour(label, code.targets(at)[0]));
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        super.visitTableSwitchInsn(min, max, detour(otherwise, code.targets(at)[labels.length]), detours(labels));
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        super.visitLookupSwitchInsn(detour(otherwise, code.targets(at)[labels.length]), keys, detours(labels));
    }

    private Label[] detours(Label[] labels) {
        Label[] detours = new Label[labels.length];
        for (int i = 0; i < labels.length; i++) detours[i] = detour(labels[i], code.targets(at)[i]);
        return detours;
    }

    private Label detour(Label target, int to) {
        Loops.Loop from = loops.around(at);
        boolean isNewLine = isNewLine(at, to);
        if (!isOpen || isNothing(from, to, isNewLine)) return target;
        for (Detour known : detours) if (known.from == from && known.to == to && known.isNewLine == isNewLine) return known.label;
        Detour detour = new Detour(new Label(), target, from, to, isNewLine);
        detours.add(detour);
        return detour.label;
    }

    @Override
    void call(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        int site = isOpen && inside.hasCallSites() ? inside.callSite(owner, name, descriptor, code.line(at)) : -1;
        if (site < 0) {
            super.call(opcode, owner, name, descriptor, isInterface);
            return;
        }
        pushSite(site);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enter", "(I)Ljava/lang/Object;", false);
        mv.visitVarInsn(Opcodes.ASTORE, callSlot());
        super.call(opcode, owner, name, descriptor, isInterface);
        leave(callSlot());
    }

    @Override
    void closeInside(boolean thrown) {
        if (thrown && inside.hasCallSites()) close(callSlot());
        Loops.Loop loop = thrown ? null : loops.around(at);
        for (int depth = thrown ? loops.depth - 1 : loop == null ? -1 : loop.depth; depth >= 0; depth--) close(slotOf(depth));
    }

    @Override
    void writeFrame(int localCount, Object[] locals, int stackCount, Object[] stack) {
        Frame frame = new Frame(localCount, renamed(locals, localCount), stackCount, renamed(stack, stackCount));
        frames.put(at, frame);
        super.writeFrame(frame.localCount, frame.locals, frame.stackCount, frame.stack);
    }

    /** Objects that are not constructed yet are identified by the label of their {@code new}. */
    private Object[] renamed(Object[] types, int count) {
        Object[] renamed = types.clone();
        for (int i = 0; i < count; i++) {
            if (!(types[i] instanceof Label)) continue;
            Label label = moved.get(positions.get(types[i]));
            if (label != null) renamed[i] = label;
        }
        return renamed;
    }

    @Override
    void finish() {
        for (Detour detour : detours) {
            mv.visitLabel(detour.label);
            Frame frame = frames.get(detour.to);
            if (frame != null) mv.visitFrame(Opcodes.F_NEW, frame.localCount, frame.locals, frame.stackCount, frame.stack);
            pass(detour.from, detour.to, detour.isNewLine);
            mv.visitJumpInsn(Opcodes.GOTO, detour.target);
        }
    }
}
