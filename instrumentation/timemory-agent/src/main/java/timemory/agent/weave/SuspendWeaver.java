package timemory.agent.weave;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;
import timemory.agent.select.MethodFacts;

/**
 * Measures a {@code suspend} function as one call, however often it is suspended.
 *
 * <p>Kotlin's compiler adds a parameter, its continuation, and returns early if it is suspended. To be resumed it is called again, with its
 * own continuation instead, which contains the original one:
 * <pre>
 *     if (completion instanceof Own &amp;&amp; ((Own) completion).label &lt; 0) {
 *         call = Hooks.resumed(completion, site);
 *     } else {
 *         call = Hooks.call(completion, site);
 *         completion = Hooks.completion(completion, call);
 *     }
 *     try { ...; } catch (Throwable thrown) { Hooks.exit(null, call); throw thrown; }     with Hooks.exit(result, call) before each return
 * </pre>
 *
 * <p>The check is the compiler's own, which the function makes right afterwards. A function without its own continuation passes on the one
 * it received and is never resumed; its end is detected by passing a continuation of timemory's instead.
 */
final class SuspendWeaver extends FunctionWeaver {
    private final int completion;

    SuspendWeaver(MethodVisitor writer, MethodFacts method, MethodPlan plan) {
        super(writer, method, plan);
        completion = method.lastParameter();
    }

    @Override
    void begin() {
        if (method.ownContinuation == null) {
            beginCall();
            return;
        }
        Label call = new Label();
        Label done = new Label();
        mv.visitVarInsn(Opcodes.ALOAD, completion);
        mv.visitTypeInsn(Opcodes.INSTANCEOF, method.ownContinuation);
        mv.visitJumpInsn(Opcodes.IFEQ, call);
        mv.visitVarInsn(Opcodes.ALOAD, completion);
        mv.visitTypeInsn(Opcodes.CHECKCAST, method.ownContinuation);
        mv.visitFieldInsn(Opcodes.GETFIELD, method.ownContinuation, method.resumptionField, "I");
        mv.visitJumpInsn(Opcodes.IFGE, call);
        mv.visitVarInsn(Opcodes.ALOAD, completion);
        pushSite(plan.site());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "resumed", "(Ljava/lang/Object;I)Ljava/lang/Object;", false);
        mv.visitJumpInsn(Opcodes.GOTO, done);
        Object[] parameters = parameters();
        mv.visitLabel(call);
        mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 0, new Object[0]);
        beginCall();
        mv.visitLabel(done);
        mv.visitFrame(Opcodes.F_NEW, parameters.length, parameters, 1, new Object[] {"java/lang/Object"});
    }

    private void beginCall() {
        mv.visitVarInsn(Opcodes.ALOAD, completion);
        pushSite(plan.site());
        if (plan.withArguments()) {
            Type[] types = Type.getArgumentTypes(method.descriptor);
            int first = method.isImplementation() ? 1 : 0; // which is `this`
            pushArguments(first > 0 || !method.is(Opcodes.ACC_STATIC) ? 1 : 0, Arrays.copyOfRange(types, first, types.length - 1));
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "call", "(Ljava/lang/Object;I[Ljava/lang/Object;)Ljava/lang/Object;", false);
        } else {
            mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "call", "(Ljava/lang/Object;I)Ljava/lang/Object;", false);
        }
        mv.visitInsn(Opcodes.DUP);
        mv.visitVarInsn(Opcodes.ALOAD, completion);
        mv.visitInsn(Opcodes.SWAP);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "completion", "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;", false);
        mv.visitTypeInsn(Opcodes.CHECKCAST, "kotlin/coroutines/Continuation");
        mv.visitVarInsn(Opcodes.ASTORE, completion);
    }

    /** The types of the parameters, as in frames. */
    private Object[] parameters() {
        List<Object> types = new ArrayList<>();
        if (!method.is(Opcodes.ACC_STATIC)) types.add(method.owner.name.replace('.', '/'));
        for (Type type : Type.getArgumentTypes(method.descriptor)) {
            types.add(switch (type.getSort()) {
                case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> Opcodes.INTEGER;
                case Type.FLOAT -> Opcodes.FLOAT;
                case Type.LONG -> Opcodes.LONG;
                case Type.DOUBLE -> Opcodes.DOUBLE;
                default -> type.getInternalName();
            });
        }
        return types.toArray();
    }

    @Override
    void close(boolean returns) {
        mv.visitInsn(returns ? Opcodes.DUP : Opcodes.ACONST_NULL);
        mv.visitVarInsn(Opcodes.ALOAD, region);
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "exit", "(Ljava/lang/Object;Ljava/lang/Object;)V", false);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        int forBegin = plan.withArguments() ? 7 : 3; // an argument of two slots, its index, the array twice, site and completion
        super.visitMaxs(Math.max(maxStack + 1, forBegin), maxLocals);
    }
}
