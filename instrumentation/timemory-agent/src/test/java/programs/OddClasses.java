package programs;

import java.lang.reflect.InvocationTargetException;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Runs classes that no current compiler generates. Each has a method {@code int work(int)}. */
public final class OddClasses extends ClassLoader implements Opcodes {
    private OddClasses() {}

    public static void main(String[] arguments) throws Exception {
        OddClasses loader = new OddClasses();
        loader.run("odd.Subroutine", subroutine());
        loader.run("odd.OldBranch", branch("odd/OldBranch", V1_5));
        loader.run("odd.WithoutFrames", branch("odd/WithoutFrames", V1_6));
        loader.run("odd.Huge", huge());
        loader.run("odd.Unreadable", unreadable());
        loader.run("odd.DeadCode", deadCode());
        byte[] future = branch("odd/Future", V1_5);
        future[7] = (byte) 200;
        try {
            loader.run("odd.Future", future);
        } catch (UnsupportedClassVersionError ignored) {
            System.out.println("odd.Future is refused");
        }
    }

    private void run(String name, byte[] bytes) throws ReflectiveOperationException {
        Class<?> type = defineClass(name, bytes, 0, bytes.length);
        for (int i = 0; i < 3; i++) {
            try {
                System.out.println(name + ' ' + type.getMethod("work", int.class).invoke(null, i));
            } catch (InvocationTargetException failure) {
                System.out.println(name + ' ' + failure.getCause());
            }
        }
    }

    private static ClassWriter begin(String name, int version) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(version, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        return writer;
    }

    private static MethodVisitor work(ClassWriter writer) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "work", "(I)I", null, null);
        code.visitCode();
        return code;
    }

    private static byte[] end(ClassWriter writer, MethodVisitor code, int stack, int locals) {
        code.visitMaxs(stack, locals);
        code.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** {@code try { if (i == 1) throw new RuntimeException(); return i; } finally { i += 10; }}, as javac 1.4 compiled it. */
    private static byte[] subroutine() {
        ClassWriter writer = begin("odd/Subroutine", V1_4);
        MethodVisitor code = work(writer);
        Label begin = new Label();
        Label fine = new Label();
        Label end = new Label();
        Label handler = new Label();
        Label last = new Label();
        code.visitTryCatchBlock(begin, end, handler, null);
        code.visitLabel(begin);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(ICONST_1);
        code.visitJumpInsn(IF_ICMPNE, fine);
        code.visitTypeInsn(NEW, "java/lang/RuntimeException");
        code.visitInsn(DUP);
        code.visitMethodInsn(INVOKESPECIAL, "java/lang/RuntimeException", "<init>", "()V", false);
        code.visitInsn(ATHROW);
        code.visitLabel(fine);
        code.visitJumpInsn(JSR, last);
        code.visitLabel(end);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(IRETURN);
        code.visitLabel(handler);
        code.visitVarInsn(ASTORE, 1);
        code.visitJumpInsn(JSR, last);
        code.visitVarInsn(ALOAD, 1);
        code.visitInsn(ATHROW);
        code.visitLabel(last);
        code.visitVarInsn(ASTORE, 2);
        code.visitIincInsn(0, 10);
        code.visitVarInsn(RET, 2);
        return end(writer, code, 2, 3);
    }

    /** {@code return i > 1 ? i : -i}, without frames. */
    private static byte[] branch(String name, int version) {
        ClassWriter writer = begin(name, version);
        MethodVisitor code = work(writer);
        Label small = new Label();
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(ICONST_1);
        code.visitJumpInsn(IF_ICMPLE, small);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(IRETURN);
        code.visitLabel(small);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(INEG);
        code.visitInsn(IRETURN);
        return end(writer, code, 2, 1);
    }

    /** 65,530 bytes of code in one method, and a small second one. */
    private static byte[] huge() {
        ClassWriter writer = begin("odd/Huge", V17);
        MethodVisitor small = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, "small", "(I)I", null, null);
        small.visitCode();
        small.visitVarInsn(ILOAD, 0);
        small.visitInsn(IRETURN);
        small.visitMaxs(1, 1);
        small.visitEnd();
        MethodVisitor code = work(writer);
        for (int i = 0; i < (65_530 - 6) / 3; i++) code.visitIincInsn(0, 1);
        code.visitVarInsn(ILOAD, 0);
        code.visitMethodInsn(INVOKESTATIC, "odd/Huge", "small", "(I)I", false);
        code.visitInsn(NOP);
        code.visitInsn(IRETURN);
        return end(writer, code, 1, 1);
    }

    /** An attribute that the JVM does not look at until it is asked for has more in it than the file. */
    private static byte[] unreadable() {
        ClassWriter writer = begin("odd/Unreadable", V17);
        writer.visitAttribute(new Broken());
        MethodVisitor code = work(writer);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(IRETURN);
        return end(writer, code, 1, 1);
    }

    private static final class Broken extends net.bytebuddy.jar.asm.Attribute {
        Broken() {
            super("RuntimeVisibleAnnotations");
        }

        @Override
        protected net.bytebuddy.jar.asm.ByteVector write(
                net.bytebuddy.jar.asm.ClassWriter writer, byte[] code, int length, int stack, int locals) {
            return new net.bytebuddy.jar.asm.ByteVector().putShort(9);
        }
    }

    /** Unreachable code after the return, with the frame that the verifier requires. */
    private static byte[] deadCode() {
        ClassWriter writer = begin("odd/DeadCode", V17);
        MethodVisitor code = work(writer);
        code.visitVarInsn(ILOAD, 0);
        code.visitInsn(IRETURN);
        code.visitFrame(F_FULL, 0, new Object[0], 1, new Object[] {"java/lang/Throwable"});
        code.visitInsn(ATHROW);
        return end(writer, code, 1, 1);
    }
}
