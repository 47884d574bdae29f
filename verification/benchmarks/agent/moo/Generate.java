package moo;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Label;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Generates a program with the given number of classes and methods per class: {@code generated.Main} calls all of them, as often as its
 * argument says, and prints the median time of a round.
 */
public final class Generate implements Opcodes {
    private static final int GROUP = 100;

    private Generate() {}

    /**
     * Arguments: the JAR to create, the number of classes, methods per class, iterations of the loop in a method, and the n for which every
     * n-th method has a loop.
     */
    public static void main(String[] arguments) throws IOException {
        int classes = Integer.parseInt(arguments[1]);
        int methods = Integer.parseInt(arguments[2]);
        int loops = Integer.parseInt(arguments[3]);
        int every = Integer.parseInt(arguments[4]);
        try (OutputStream out = Files.newOutputStream(Path.of(arguments[0])); JarOutputStream jar = new JarOutputStream(out)) {
            for (int c = 0; c < classes; c++) add(jar, "generated/Class" + c, worker("generated/Class" + c, methods, loops, every));
            int groups = (classes + GROUP - 1) / GROUP;
            for (int g = 0; g < groups; g++) {
                add(jar, "generated/Group" + g,
                        caller("generated/Group" + g, "generated/Class", g * GROUP, Math.min(classes, (g + 1) * GROUP)));
            }
            add(jar, "generated/All", caller("generated/All", "generated/Group", 0, groups));
            add(jar, "generated/Main", Generate.class.getResourceAsStream("/generated/Main.class").readAllBytes());
        }
    }

    private static void add(JarOutputStream jar, String name, byte[] bytes) throws IOException {
        jar.putNextEntry(new JarEntry(name + ".class"));
        jar.write(bytes);
        jar.closeEntry();
    }

    /** {@code run(x)} passes x through all of its methods. */
    private static byte[] worker(String name, int methods, int loops, int every) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        MethodVisitor run = begin(writer, "run");
        run.visitVarInsn(ILOAD, 0);
        for (int m = 0; m < methods; m++) {
            run.visitMethodInsn(INVOKESTATIC, name, "work" + m, "(I)I", false);
            MethodVisitor work = begin(writer, "work" + m);
            if (m % every == 0) loop(work, loops);
            else work.visitVarInsn(ILOAD, 0);
            end(work);
        }
        end(run);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** {@code for (int i = 0; i < loops; i++) x = x * 31 + i; return x;}. */
    private static void loop(MethodVisitor work, int loops) {
        Label again = new Label();
        Label done = new Label();
        work.visitInsn(ICONST_0);
        work.visitVarInsn(ISTORE, 1);
        work.visitLabel(again);
        work.visitFrame(F_APPEND, 1, new Object[] {INTEGER}, 0, null);
        work.visitVarInsn(ILOAD, 1);
        work.visitIntInsn(SIPUSH, loops);
        work.visitJumpInsn(IF_ICMPGE, done);
        work.visitVarInsn(ILOAD, 0);
        work.visitIntInsn(BIPUSH, 31);
        work.visitInsn(IMUL);
        work.visitVarInsn(ILOAD, 1);
        work.visitInsn(IADD);
        work.visitVarInsn(ISTORE, 0);
        work.visitIincInsn(1, 1);
        work.visitJumpInsn(GOTO, again);
        work.visitLabel(done);
        work.visitFrame(F_SAME, 0, null, 0, null);
        work.visitVarInsn(ILOAD, 0);
    }

    private static byte[] caller(String name, String called, int from, int to) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(V17, ACC_PUBLIC | ACC_SUPER, name, null, "java/lang/Object", null);
        MethodVisitor run = begin(writer, "run");
        run.visitVarInsn(ILOAD, 0);
        for (int i = from; i < to; i++) run.visitMethodInsn(INVOKESTATIC, called + i, "run", "(I)I", false);
        end(run);
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static MethodVisitor begin(ClassWriter writer, String name) {
        MethodVisitor code = writer.visitMethod(ACC_PUBLIC | ACC_STATIC, name, "(I)I", null, null);
        code.visitCode();
        return code;
    }

    private static void end(MethodVisitor code) {
        code.visitInsn(IRETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
    }
}
