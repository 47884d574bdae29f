package dev.timemory.konan;

import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.AnnotationNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.InsnList;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * A class file without the information that only helps when debugging inside the library: names of local variables, and the source
 * locations of inlined code. That is an eighth of the Kotlin compiler's output, and the compiler has no option for it. Metadata of lambdas
 * and anonymous classes, which no compiler reads, is removed as well, and so are nullability annotations outside the API: on private
 * fields, in non-public classes, and in packages named {@code internal}. These also lose the {@code null} checks of their parameters
 * because only our own code calls them. Private members lose their generic types, which nothing reads. Classes of private constants are
 * removed entirely.
 *
 * <p>All other code, line numbers and everything in the API remain: parameter names, for editors, and inline functions, which are copied
 * into callers along with their debug information.
 */
final class StripClassFiles {

    /** The Kotlin compiler's prefix for the variable that marks the code of an inline function; the function's name follows. */
    private static final String INLINE_MARK = "$i$f$";

    private static final String METADATA = "Lkotlin/Metadata;";

    /** The kind that Kotlin's metadata uses for classes without a declaration. */
    private static final Integer SYNTHETIC_CLASS = 3;

    /** The kind that it uses for a file's top-level declarations. */
    private static final Integer FILE_FACADE = 2;

    private static final String NULLABILITY = "Lorg/jetbrains/annotations/";

    private static final String INTRINSICS = "kotlin/jvm/internal/Intrinsics";

    private StripClassFiles() {}

    /**
     * Whether it is the class that the Kotlin compiler creates for a file whose only top-level declarations are private constants. The
     * compiler copies their values into the code, so nothing refers to that class.
     */
    static boolean isOfPrivateConstants(byte[] classFile) {
        ClassNode node = new ClassNode();
        new ClassReader(classFile).accept(node, ClassReader.SKIP_CODE);
        return isFileFacade(node) && node.methods.isEmpty() && !node.fields.isEmpty()
                && node.fields.stream().allMatch(field -> isPrivate(field.access) && field.value != null);
    }

    private static boolean isFileFacade(ClassNode node) {
        if (node.visibleAnnotations == null) return false;
        for (AnnotationNode annotation : node.visibleAnnotations) {
            int kind = annotation.desc.equals(METADATA) ? annotation.values.indexOf("k") : -1;
            if (kind >= 0 && annotation.values.get(kind + 1).equals(FILE_FACADE)) return true;
        }
        return false;
    }

    /** Returns {@code classFile} with that removed; the same bytes if it already is. */
    static byte[] slim(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        Seen seen = new Seen();
        reader.accept(seen, 0);
        ClassWriter writer = new ClassWriter(0);
        reader.accept(new Slimmer(writer, seen, reader), 0);
        return writer.toByteArray();
    }

    private static boolean isPrivate(int access) {
        return (access & Opcodes.ACC_PRIVATE) != 0;
    }

    /** What has to be known about a class before anything is removed. */
    private static final class Seen extends ClassVisitor {
        /** Names and descriptors of the inline functions that other files may copy. */
        final Set<String> inline = new HashSet<>();

        /** Whether the Kotlin compiler generated it for a lambda or for internal use, or it is a class inside a function. */
        boolean isOfCode;

        Seen() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitOuterClass(String owner, String method, String descriptor) {
            isOfCode = true;
        }

        @Override
        public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
            return !annotation.equals(METADATA) ? null : new AnnotationVisitor(Opcodes.ASM9) {
                @Override
                public void visit(String name, Object value) {
                    isOfCode |= name.equals("k") && value.equals(SYNTHETIC_CLASS);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
            return isPrivate(access) ? null : new MethodVisitor(Opcodes.ASM9) {
                @Override
                public void visitLocalVariable(String name, String type, String generic, Label start, Label end, int index) {
                    // A value class in the signature adds a hash to the method's name, and some inline functions have a variant with a
                    // suffix.
                    if (name.startsWith(INLINE_MARK) && method.startsWith(name.substring(INLINE_MARK.length()))) {
                        inline.add(method + descriptor);
                    }
                }
            };
        }
    }

    private static final class Slimmer extends ClassVisitor {
        private final Set<String> inline;
        private final boolean isInternal;
        private final boolean isLooseCode;

        Slimmer(ClassWriter writer, Seen seen, ClassReader reader) {
            super(Opcodes.ASM9, writer);
            this.inline = seen.inline;
            boolean isPublic = (reader.getAccess() & Opcodes.ACC_PUBLIC) != 0;
            this.isInternal = !isPublic || reader.getClassName().contains("/internal/");
            // Those of inline functions are public, and copied.
            this.isLooseCode = seen.isOfCode && !isPublic;
        }

        private boolean isDropped(String annotation, int access) {
            return (isInternal || isPrivate(access)) && annotation.startsWith(NULLABILITY);
        }

        @Override
        public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
            return isLooseCode && annotation.equals(METADATA) ? null : super.visitAnnotation(annotation, isVisible);
        }

        @Override
        public void visitSource(String file, String map) {
            super.visitSource(file, inline.isEmpty() ? null : map);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String type, String signature, Object value) {
            return new FieldVisitor(Opcodes.ASM9, super.visitField(access, name, type, isPrivate(access) ? null : signature, value)) {
                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
                    return isDropped(annotation, access) ? null : super.visitAnnotation(annotation, isVisible);
                }
            };
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
            boolean isInline = inline.contains(method + descriptor);
            boolean isStatic = (access & Opcodes.ACC_STATIC) != 0;
            boolean isOfApi = !isInternal && (access & (Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED)) != 0
                    && (access & Opcodes.ACC_SYNTHETIC) == 0;
            int firstParameter = isStatic ? 0 : 1;
            int firstVariable = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - (isStatic ? 1 : 0);
            String types = isPrivate(access) ? null : signature;
            MethodVisitor slim = new MethodVisitor(Opcodes.ASM9, super.visitMethod(access, method, descriptor, types, exceptions)) {
                @Override
                public void visitLocalVariable(String name, String type, String generic, Label start, Label end, int index) {
                    if (isInline || isOfApi && index >= firstParameter && index < firstVariable) {
                        super.visitLocalVariable(name, type, generic, start, end, index);
                    }
                }

                @Override
                public AnnotationVisitor visitAnnotation(String annotation, boolean isVisible) {
                    return isDropped(annotation, access) ? null : super.visitAnnotation(annotation, isVisible);
                }

                @Override
                public AnnotationVisitor visitParameterAnnotation(int parameter, String annotation, boolean isVisible) {
                    return isDropped(annotation, access) ? null : super.visitParameterAnnotation(parameter, annotation, isVisible);
                }
            };
            return !isInternal ? slim : new MethodNode(Opcodes.ASM9, access, method, descriptor, types, exceptions) {
                @Override
                public void visitEnd() {
                    dropChecks(instructions);
                    accept(slim);
                }
            };
        }
    }

    private static void dropChecks(InsnList instructions) {
        for (AbstractInsnNode each : instructions.toArray()) {
            if (!(each instanceof MethodInsnNode call) || !call.name.equals("checkNotNullParameter") || !call.owner.equals(INTRINSICS)) {
                continue;
            }
            AbstractInsnNode name = call.getPrevious();
            AbstractInsnNode argument = name == null ? null : name.getPrevious();
            if (argument == null || name.getOpcode() != Opcodes.LDC || argument.getOpcode() != Opcodes.ALOAD) continue;
            instructions.remove(argument);
            instructions.remove(name);
            instructions.remove(call);
        }
    }
}
