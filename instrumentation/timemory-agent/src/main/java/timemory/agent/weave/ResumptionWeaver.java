package timemory.agent.weave;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import timemory.agent.select.MethodFacts;

/** Weaves notifications of the time in which a thread runs a coroutine into the single Kotlin method by which coroutines are resumed. */
final class ResumptionWeaver extends FunctionWeaver {

    ResumptionWeaver(MethodVisitor writer, MethodFacts method) {
        super(writer, method, new MethodPlan(0, false, null, null));
    }

    @Override
    void begin() {
        mv.visitVarInsn(Opcodes.ALOAD, 0);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "resume", "(Ljava/lang/Object;)Ljava/lang/Object;", false);
    }

    @Override
    void close(boolean returns) {
        mv.visitVarInsn(Opcodes.ALOAD, region);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "suspend", "(Ljava/lang/Object;)V", false);
    }
}
