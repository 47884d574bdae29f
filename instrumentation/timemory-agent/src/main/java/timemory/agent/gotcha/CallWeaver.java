package timemory.agent.gotcha;

import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodTooLargeException;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import org.jspecify.annotations.Nullable;

/**
 * Converts calls of watched functions to {@code invokedynamic} instructions that {@link timemory.agent.boot.Calls} links. The stack before
 * and after is the same, so frames are unchanged.
 *
 * <p>The function is passed as a constant: the JVM looks it up with the access rights of the calling class, as it does for the instruction
 * itself. So protected and private methods, and {@code super} calls, need no special treatment.
 */
final class CallWeaver {
    private static final String CALLS = "timemory/agent/boot/Calls";
    private static final Handle LINK = new Handle(
            Opcodes.H_INVOKESTATIC, CALLS, "link",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;)Ljava/lang/invoke/CallSite;",
            false);
    private static final Handle REFERENCE = new Handle(
            Opcodes.H_INVOKESTATIC, CALLS, "reference",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
            false);
    private static final int SERIALIZABLE = 1;

    private CallWeaver() {}

    /** Decides on a call. */
    interface Watch {
        boolean mayBe(boolean isStatic, String owner, String name, String descriptor);
    }

    /**
     * Returns the class file with its calls woven, {@code null} if there is nothing to weave; adds the names of methods with such calls to
     * {@code methods}.
     */
    static byte @Nullable [] weave(ClassReader reader, Watch watch, Set<String> methods) {
        ClassWriter writer = new ClassWriter(reader, 0);
        Classes classes = new Classes(writer, watch, methods);
        reader.accept(classes, 0);
        if (methods.isEmpty()) return null;
        try {
            return writer.toByteArray();
        } catch (MethodTooLargeException failure) {
            // An invokedynamic takes two bytes more than a static call, so only a method at the size limit gets here.
            throw new IllegalStateException("method " + failure.getMethodName() + " is too large to weave its calls", failure);
        }
    }

    private static final class Classes extends ClassVisitor {
        private final Watch watch;
        private final Set<String> methods;
        private @Nullable String name;

        Classes(ClassVisitor writer, Watch watch, Set<String> methods) {
            super(Opcodes.ASM9, writer);
            this.watch = watch;
            this.methods = methods;
        }

        @Override
        public void visit(int version, int access, String name, @Nullable String signature, @Nullable String superName,
                String @Nullable [] interfaces) {
            this.name = name;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, @Nullable String signature,
                String @Nullable [] exceptions) {
            return new Methods(super.visitMethod(access, name, descriptor, signature, exceptions), name);
        }

        private final class Methods extends MethodVisitor {
            private final String method;

            Methods(MethodVisitor writer, String method) {
                super(Opcodes.ASM9, writer);
                this.method = method;
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String descriptor, boolean isInterface) {
                boolean isStatic = opcode == Opcodes.INVOKESTATIC;
                // Methods of arrays have no class that could be named; the object of a constructor has no value before the call.
                if (called.startsWith("<") || isOfArray(opcode, owner, called) || !watch.mayBe(isStatic, owner, called, descriptor)) {
                    super.visitMethodInsn(opcode, owner, called, descriptor, isInterface);
                    return;
                }
                methods.add(method);
                int kind = switch (opcode) {
                    case Opcodes.INVOKESTATIC -> Opcodes.H_INVOKESTATIC;
                    case Opcodes.INVOKEINTERFACE -> Opcodes.H_INVOKEINTERFACE;
                    case Opcodes.INVOKESPECIAL -> Opcodes.H_INVOKESPECIAL;
                    default -> Opcodes.H_INVOKEVIRTUAL;
                };
                String receiver = opcode == Opcodes.INVOKESPECIAL ? name : owner;
                String type = isStatic ? descriptor : "(L" + receiver + ';' + descriptor.substring(1);
                super.visitInvokeDynamicInsn(called, type, LINK, new Handle(kind, owner, called, descriptor, isInterface));
            }

            /**
             * Kotlin compiles {@code clone} of an array as that of {@code Object}, which is protected; the JVM allows it, but no method
             * handle does.
             */
            private boolean isOfArray(int opcode, String owner, String called) {
                return owner.startsWith("[")
                        || opcode == Opcodes.INVOKEVIRTUAL && owner.equals("java/lang/Object") && called.equals("clone");
            }

            @Override
            public void visitInvokeDynamicInsn(String dynamic, String descriptor, Handle bootstrap, Object... arguments) {
                if (!isReference(bootstrap, arguments)) {
                    super.visitInvokeDynamicInsn(dynamic, descriptor, bootstrap, arguments);
                    return;
                }
                methods.add(method);
                Object[] more = new Object[arguments.length + 1];
                more[0] = bootstrap;
                System.arraycopy(arguments, 0, more, 1, arguments.length);
                super.visitInvokeDynamicInsn(dynamic, descriptor, REFERENCE, more);
            }

            /** A serializable lambda names its method: it is left unchanged. */
            private boolean isReference(Handle bootstrap, Object[] arguments) {
                if (!bootstrap.getOwner().equals("java/lang/invoke/LambdaMetafactory") || !(arguments[1] instanceof Handle function))
                    return false;
                boolean isSerializable = arguments.length > 3 && arguments[3] instanceof Integer flags && (flags & SERIALIZABLE) != 0;
                if (isSerializable || function.getName().startsWith("<") || function.getOwner().startsWith("[")) return false;
                boolean isStatic = function.getTag() == Opcodes.H_INVOKESTATIC;
                return watch.mayBe(isStatic, function.getOwner(), function.getName(), function.getDesc());
            }
        }
    }
}
