package timemory.agent.select;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Determines how a {@code suspend} function is resumed. One that continues after a suspension starts with
 * <pre>
 *     if (completion instanceof Own &amp;&amp; ((Own) completion).label &lt; 0) ...
 * </pre>
 * in the form {@code aload, instanceof, ifeq, aload, checkcast, astore, aload, getfield, ldc MIN_VALUE, iand}.
 */
final class ResumptionReader extends MethodVisitor {
    private final MethodFacts facts;
    private final int completion;
    private boolean wasCompletion;
    private @Nullable String candidate;
    private @Nullable String field;
    private boolean isMasked;

    ResumptionReader(MethodFacts facts) {
        super(Opcodes.ASM9);
        this.facts = facts;
        completion = facts.lastParameter();
    }

    @Override
    public void visitVarInsn(int opcode, int variable) {
        wasCompletion = opcode == Opcodes.ALOAD && variable == completion;
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        if (opcode == Opcodes.INSTANCEOF && wasCompletion && candidate == null) candidate = type;
        wasCompletion = false;
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        field = opcode == Opcodes.GETFIELD && owner.equals(candidate) && descriptor.equals("I") ? name : null;
        isMasked = false;
    }

    @Override
    public void visitLdcInsn(Object value) {
        isMasked = field != null && Integer.valueOf(Integer.MIN_VALUE).equals(value);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.IAND && isMasked && facts.ownContinuation == null) {
            facts.ownContinuation = candidate;
            facts.resumptionField = field;
        }
        isMasked = false;
    }
}
