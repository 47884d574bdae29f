package timemory.agent.weave;

import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;
import net.bytebuddy.jar.asm.Type;

/** Boxes primitive values. */
final class Boxes {
    private Boxes() {}

    /** Boxes the value on the stack, of {@code type}. */
    static void box(MethodVisitor visitor, Type type) {
        String box = switch (type.getSort()) {
            case Type.BOOLEAN -> "java/lang/Boolean";
            case Type.CHAR -> "java/lang/Character";
            case Type.BYTE -> "java/lang/Byte";
            case Type.SHORT -> "java/lang/Short";
            case Type.INT -> "java/lang/Integer";
            case Type.FLOAT -> "java/lang/Float";
            case Type.LONG -> "java/lang/Long";
            case Type.DOUBLE -> "java/lang/Double";
            default -> null;
        };
        if (box == null) return;
        visitor.visitMethodInsn(Opcodes.INVOKESTATIC, box, "valueOf", '(' + type.getDescriptor() + ")L" + box + ';', false);
    }
}
