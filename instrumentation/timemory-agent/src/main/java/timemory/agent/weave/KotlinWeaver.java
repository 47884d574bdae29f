package timemory.agent.weave;

import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;

/**
 * Weaves notifications about coroutines into two classes of Kotlin's standard library: that one is created ({@code
 * DebugProbesKt.probeCoroutineCreated}, which is meant to be replaced by debuggers), and that a thread runs one ({@code
 * BaseContinuationImpl.resumeWith}).
 */
public final class KotlinWeaver {
    private KotlinWeaver() {}

    /** Weaves one of the two; {@code null} if it does not have the method. */
    public static byte @Nullable [] weave(byte[] bytes, Origin origin) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        Classes classes = new Classes(writer, ClassFacts.read(reader, origin, false));
        reader.accept(classes, ClassReader.EXPAND_FRAMES);
        return classes.isWoven ? writer.toByteArray() : null;
    }

    private static final class Classes extends ClassVisitor {
        private final ClassFacts facts;
        private int next;
        boolean isWoven;

        Classes(ClassVisitor writer, ClassFacts facts) {
            super(Opcodes.ASM9, writer);
            this.facts = facts;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
                String @Nullable [] exceptions) {
            MethodVisitor writer = super.visitMethod(access, name, descriptor, signature, exceptions);
            MethodFacts method = facts.methods.get(next++);
            if (name.equals("resumeWith") && descriptor.equals("(Ljava/lang/Object;)V")) {
                isWoven = true;
                return new ResumptionWeaver(writer, method);
            }
            if (name.equals("probeCoroutineCreated") && descriptor.equals(Creation.DESCRIPTOR)) {
                isWoven = true;
                return new Creation(writer);
            }
            return writer;
        }
    }

    private static final class Creation extends MethodVisitor {
        static final String DESCRIPTOR = "(Lkotlin/coroutines/Continuation;)Lkotlin/coroutines/Continuation;";

        Creation(MethodVisitor writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public void visitInsn(int opcode) {
            if (opcode == Opcodes.ARETURN) {
                mv.visitVarInsn(Opcodes.ALOAD, 0);
                String created = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";
                mv.visitMethodInsn(Opcodes.INVOKESTATIC, FunctionWeaver.HOOKS, "created", created, false);
                mv.visitTypeInsn(Opcodes.CHECKCAST, "kotlin/coroutines/Continuation");
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            super.visitMaxs(maxStack + 1, maxLocals);
        }
    }
}
