package timemory.agent.gotcha;

import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/**
 * The class of a method reference whose call is woven, as required by {@link timemory.agent.boot.CallWeaving#reference}. {@code
 * LambdaMetafactory} only accepts methods of the program, so its classes cannot have the call linked.
 */
final class ReferenceClass {
    private static final Handle INSIDE = new Handle(
            Opcodes.H_INVOKESTATIC, "timemory/agent/boot/Calls", "insideReference",
            "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;)Ljava/lang/invoke/CallSite;", false);

    private ReferenceClass() {}

    static byte[] of(String caller, MethodType type, String name, List<MethodType> forms, List<Class<?>> markers) {
        // The class is hidden, so its name need not be free; it has to be in the package of the caller.
        String own = caller + "$$timemory";
        List<String> interfaces = new ArrayList<>(List.of(Type.getInternalName(type.returnType())));
        for (Class<?> marker : markers)
            if (!interfaces.contains(Type.getInternalName(marker))) interfaces.add(Type.getInternalName(marker));
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V11, Opcodes.ACC_FINAL | Opcodes.ACC_SYNTHETIC, own, null, "java/lang/Object",
                interfaces.toArray(new String[0]));
        for (int i = 0; i < type.parameterCount(); i++) {
            writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "captured" + i, Type.getDescriptor(type.parameterType(i)), null,
                    null).visitEnd();
        }
        construct(writer, own, type);
        make(writer, own, type);
        for (MethodType form : forms) implement(writer, own, type, name, form);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void construct(ClassWriter writer, String own, MethodType type) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PRIVATE, "<init>", constructor(type), null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        int slot = 1;
        for (int i = 0; i < type.parameterCount(); i++) {
            Type captured = Type.getType(type.parameterType(i));
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitVarInsn(captured.getOpcode(Opcodes.ILOAD), slot);
            method.visitFieldInsn(Opcodes.PUTFIELD, own, "captured" + i, captured.getDescriptor());
            slot += captured.getSize();
        }
        end(method, Opcodes.RETURN);
    }

    private static void make(ClassWriter writer, String own, MethodType type) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_STATIC, "make", type.toMethodDescriptorString(), null, null);
        method.visitCode();
        method.visitTypeInsn(Opcodes.NEW, own);
        method.visitInsn(Opcodes.DUP);
        load(method, type, 0);
        method.visitMethodInsn(Opcodes.INVOKESPECIAL, own, "<init>", constructor(type), false);
        end(method, Opcodes.ARETURN);
    }

    private static void implement(ClassWriter writer, String own, MethodType type, String name, MethodType form) {
        MethodVisitor method = writer.visitMethod(Opcodes.ACC_PUBLIC, name, form.toMethodDescriptorString(), null, null);
        method.visitCode();
        for (int i = 0; i < type.parameterCount(); i++) {
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, own, "captured" + i, Type.getDescriptor(type.parameterType(i)));
        }
        load(method, form, 1);
        String call = form.insertParameterTypes(0, type.parameterList()).toMethodDescriptorString();
        method.visitInvokeDynamicInsn(name, call, INSIDE);
        end(method, Type.getType(form.returnType()).getOpcode(Opcodes.IRETURN));
    }

    private static String constructor(MethodType type) {
        return type.changeReturnType(void.class).toMethodDescriptorString();
    }

    private static void load(MethodVisitor method, MethodType type, int first) {
        int slot = first;
        for (Class<?> parameter : type.parameterList()) {
            Type loaded = Type.getType(parameter);
            method.visitVarInsn(loaded.getOpcode(Opcodes.ILOAD), slot);
            slot += loaded.getSize();
        }
    }

    private static void end(MethodVisitor method, int opcode) {
        method.visitInsn(opcode);
        method.visitMaxs(0, 0);
        method.visitEnd();
    }
}
