package timemory.agent.select;

import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** The contents of a {@code timemory.Measured} annotation. */
public final class MeasuredMark extends AnnotationVisitor {
    /** The annotation's name in class files. */
    public static final String DESCRIPTOR = "Ltimemory/Measured;";

    /** The prefix of the label of a user bundle, in place of components. */
    public static final String USER_BUNDLE = "bundle:";

    /** Empty if it has none. */
    public String label = "";

    /** Empty if it has none. */
    public String components = "";

    /** Empty if it has none. */
    public String bundle = "";

    MeasuredMark() {
        super(Opcodes.ASM9);
    }

    @Override
    public void visit(String name, Object value) {
        switch (name) {
            case "value" -> label = (String) value;
            case "components" -> components = (String) value;
            case "bundle" -> bundle = (String) value;
            default -> {
                // from a later version
            }
        }
    }

    /** What is measured, in the format of {@code Bundling}; empty if it names nothing. */
    String measured() {
        return !components.isEmpty() || bundle.isEmpty() ? components : USER_BUNDLE + bundle;
    }

    /** Whether a class file may contain such an annotation: whether it contains its name. */
    public static boolean isIn(byte[] bytes) {
        int last = bytes.length - DESCRIPTOR.length();
        for (int i = 0; i <= last; i++) if (bytes[i] == 'L' && isAt(bytes, i)) return true;
        return false;
    }

    private static boolean isAt(byte[] bytes, int start) {
        for (int i = 1; i < DESCRIPTOR.length(); i++) if (bytes[start + i] != DESCRIPTOR.charAt(i)) return false;
        return true;
    }
}
