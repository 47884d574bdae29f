package dev.timemory.konan;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class StripClassFilesTest {

    private static final int PUBLIC = Opcodes.ACC_PUBLIC;

    /** A class as the Kotlin compiler generates it; each method has a parameter {@code value} and a local variable. */
    private static byte[] classNamed(String name, boolean hasInline) {
        return classNamed(name, PUBLIC, hasInline);
    }

    private static byte[] classNamed(String name, int access, boolean hasInline) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, access, name, null, "java/lang/Object", null);
        writer.visitSource("File.kt", "SMAP");
        method(writer, PUBLIC, "shown", "local");
        method(writer, Opcodes.ACC_PRIVATE, "hidden", "local");
        if (hasInline) {
            method(writer, PUBLIC, "copied", "$i$f$copied");
        }
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static void method(ClassWriter writer, int access, String name, String variable) {
        MethodVisitor method = writer.visitMethod(access, name, "(I)V", null, null);
        method.visitAnnotation("Lorg/jetbrains/annotations/NotNull;", false).visitEnd();
        method.visitCode();
        Label start = new Label();
        Label end = new Label();
        method.visitLabel(start);
        method.visitLineNumber(7, start);
        method.visitInsn(Opcodes.ICONST_0);
        method.visitVarInsn(Opcodes.ISTORE, 2);
        method.visitInsn(Opcodes.RETURN);
        method.visitLabel(end);
        method.visitLocalVariable("this", "LA;", null, start, end, 0);
        method.visitLocalVariable("value", "I", null, start, end, 1);
        method.visitLocalVariable(variable, "I", null, start, end, 2);
        method.visitMaxs(1, 3);
        method.visitEnd();
    }

    /** The information that debuggers and compilers read from {@code classFile}. */
    private static List<String> told(byte[] classFile) {
        List<String> told = new ArrayList<>();
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public void visitSource(String file, String map) {
                told.add(file + " " + map);
            }

            @Override
            public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
                        told.add(method + " annotated");
                        return null;
                    }

                    @Override
                    public void visitLineNumber(int line, Label start) {
                        told.add(method + " line " + line);
                    }

                    @Override
                    public void visitLocalVariable(String name, String type, String signature, Label start, Label end, int index) {
                        told.add(method + " " + name);
                    }
                };
            }
        }, 0);
        return told;
    }

    /** The class that the Kotlin compiler generates for a file with a top-level constant {@code LIMIT}. */
    private static byte[] fileWithConstant(int kind, int access, Object value) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, PUBLIC, "a/FileKt", null, "java/lang/Object", null);
        AnnotationVisitor metadata = writer.visitAnnotation("Lkotlin/Metadata;", true);
        metadata.visit("k", kind);
        metadata.visitEnd();
        writer.visitField(access | Opcodes.ACC_STATIC | Opcodes.ACC_FINAL, "LIMIT", "I", null, value).visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void onlyAFileOfPrivateConstantsIsNeededByNothing() {
        assertTrue(StripClassFiles.isOfPrivateConstants(fileWithConstant(2, Opcodes.ACC_PRIVATE, 42)));
        assertFalse(StripClassFiles.isOfPrivateConstants(fileWithConstant(2, PUBLIC, 42)));
        assertFalse(StripClassFiles.isOfPrivateConstants(fileWithConstant(2, Opcodes.ACC_PRIVATE, null)));
        assertFalse(StripClassFiles.isOfPrivateConstants(fileWithConstant(1, Opcodes.ACC_PRIVATE, 42)));
        assertFalse(StripClassFiles.isOfPrivateConstants(classNamed("a/A", false)));
    }

    @Test
    void parametersOfTheApiKeepTheirNamesAndLinesStay() {
        assertEquals(
                List.of("File.kt null", "shown annotated", "shown line 7", "shown value", "hidden line 7"),
                told(StripClassFiles.slim(classNamed("a/A", false))));
    }

    @Test
    void nothingButLinesIsLeftOfClassesThatAreNotPublic() {
        assertEquals(List.of("File.kt null", "shown line 7", "hidden line 7"),
                told(StripClassFiles.slim(classNamed("a/A", 0, false))));
    }

    @Test
    void nothingButLinesIsLeftOfInternalPackages() {
        assertEquals(List.of("File.kt null", "shown line 7", "hidden line 7"),
                told(StripClassFiles.slim(classNamed("a/internal/A", false))));
    }

    @Test
    void inlineFunctionsKeepWhatTheirCallersDebug() {
        List<String> told = told(StripClassFiles.slim(classNamed("a/A", true)));
        assertEquals("File.kt SMAP", told.get(0));
        assertEquals(List.of("copied this", "copied value", "copied $i$f$copied"),
                told.stream().filter(one -> one.startsWith("copied ") && !one.contains("line") && !one.contains("annotated")).toList());
    }

    @Test
    void onlyLambdasAndLocalClassesThatNobodyCopiesLoseTheirMetadata() {
        assertEquals(0, metadataOf(StripClassFiles.slim(classOfKind(3, 0, false))));
        assertEquals(1, metadataOf(StripClassFiles.slim(classOfKind(3, PUBLIC, false))));
        assertEquals(1, metadataOf(StripClassFiles.slim(classOfKind(1, 0, false))));
        assertEquals(0, metadataOf(StripClassFiles.slim(classOfKind(1, 0, true))));
        assertEquals(1, metadataOf(StripClassFiles.slim(classOfKind(1, PUBLIC, true))));
    }

    private static byte[] classOfKind(int kind, int access, boolean isLocal) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, access, "a/A", null, "java/lang/Object", null);
        if (isLocal) {
            writer.visitOuterClass("a/B", "outer", "()V");
        }
        AnnotationVisitor metadata = writer.visitAnnotation("Lkotlin/Metadata;", true);
        metadata.visit("k", kind);
        metadata.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static int metadataOf(byte[] classFile) {
        int[] found = {0};
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
                found[0]++;
                return null;
            }
        }, 0);
        return found[0];
    }

    @Test
    void onlyWhatIsNotPrivateKeepsItsGenericTypes() {
        List<String> generic = new ArrayList<>();
        new ClassReader(StripClassFiles.slim(classOfLists())).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
                if (signature != null) generic.add(name);
                return null;
            }

            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                if (signature != null) generic.add(name);
                return null;
            }
        }, 0);
        assertEquals(List.of("shownField", "shown"), generic);
    }

    private static byte[] classOfLists() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, PUBLIC, "a/A", null, "java/lang/Object", null);
        String list = "Ljava/util/List;";
        String lines = "Ljava/util/List<Ljava/lang/String;>;";
        writer.visitField(PUBLIC, "shownField", list, lines, null).visitEnd();
        writer.visitField(Opcodes.ACC_PRIVATE, "hiddenField", list, lines, null).visitEnd();
        writer.visitMethod(PUBLIC | Opcodes.ACC_ABSTRACT, "shown", "()" + list, "()" + lines, null).visitEnd();
        writer.visitMethod(Opcodes.ACC_PRIVATE | Opcodes.ACC_NATIVE, "hidden", "()" + list, "()" + lines, null).visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    @Test
    void onlyTheApiChecksThatArgumentsAreNotNull() {
        assertEquals(List.of("checkNotNullParameter", "use"), callsOf(StripClassFiles.slim(classWithCheck("a/A"))));
        assertEquals(List.of("use"), callsOf(StripClassFiles.slim(classWithCheck("a/internal/A"))));
    }

    private static byte[] classWithCheck(String name) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V17, PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor method = writer.visitMethod(PUBLIC | Opcodes.ACC_STATIC, "take", "(Ljava/lang/String;)V", null, null);
        method.visitCode();
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitLdcInsn("text");
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "kotlin/jvm/internal/Intrinsics", "checkNotNullParameter",
                "(Ljava/lang/Object;Ljava/lang/String;)V", false);
        method.visitVarInsn(Opcodes.ALOAD, 0);
        method.visitMethodInsn(Opcodes.INVOKESTATIC, "b/B", "use", "(Ljava/lang/String;)V", false);
        method.visitInsn(Opcodes.RETURN);
        method.visitMaxs(2, 1);
        method.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }

    private static List<String> callsOf(byte[] classFile) {
        List<String> calls = new ArrayList<>();
        new ClassReader(classFile).accept(new ClassVisitor(Opcodes.ASM9) {
            @Override
            public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                    @Override
                    public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                        calls.add(called);
                    }
                };
            }
        }, 0);
        return calls;
    }

    @Test
    void whatIsSlimStaysAsItIs() {
        byte[] slim = StripClassFiles.slim(classNamed("a/A", true));
        assertArrayEquals(slim, StripClassFiles.slim(slim));
    }
}
