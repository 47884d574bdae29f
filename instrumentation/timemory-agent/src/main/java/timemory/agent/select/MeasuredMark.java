package timemory.agent.select;

import net.bytebuddy.jar.asm.AnnotationVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** What an annotation {@code timemory.Measured} says. */
public final class MeasuredMark extends AnnotationVisitor {
    /** The annotation, as class files name it. */
    public static final String DESCRIPTOR = "Ltimemory/Measured;";

    /** Before the label of a user bundle, where components could stand. */
    public static final String USER_BUNDLE = "bundle:";

    /** Empty where it names none. */
    public String label = "";

    /** Empty where it names none. */
    public String components = "";

    /** Empty where it names none. */
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
                // of a later version
            }
        }
    }

    /** What is measured, as {@code Bundling} reads it; empty where it names nothing. */
    String measured() {
        return !components.isEmpty() || bundle.isEmpty() ? components : USER_BUNDLE + bundle;
    }

    /** Whether a class file may hold such an annotation: whether its name stands there. */
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
