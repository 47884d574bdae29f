package timemory.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Constructors and methods have at most {@value #MAX_PARAMETERS} parameters: more are easily mixed up, and are a type that has no name yet.
 * {@code long-parameter-lists.txt} has the others, with the reason.
 */
class ParameterListTest {
    private static final int MAX_PARAMETERS = 6;

    /** The name and the number of a constant, which the compiler puts before the parameters of an enum's constructor. */
    private static final int OF_ENUM = 2;

    private static final Pattern ANONYMOUS = Pattern.compile(".*\\$\\d+(\\$.*)?");

    private static Set<String> tooLong() {
        return ArchitectureTest.CLASSES.stream().filter(type -> !isGenerated(type)).flatMap(type -> type.getCodeUnits().stream())
                .filter(member -> !isGenerated(member) && parameters(member) > MAX_PARAMETERS)
                .map(member -> member.getOwner().getName() + '.' + member.getName())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> listed() throws IOException {
        try (InputStream list = ParameterListTest.class.getResourceAsStream("/long-parameter-lists.txt")) {
            return new String(list.readAllBytes(), StandardCharsets.UTF_8).lines().filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /**
     * Anonymous classes and lambdas take what they capture as parameters; the files named Arities have one parameter for each component.
     */
    private static boolean isGenerated(JavaClass type) {
        String file = type.getSource().flatMap(source -> source.getFileName()).orElse("");
        return ANONYMOUS.matcher(type.getName()).matches() || file.matches(".*Arities\\.(kt|java)") || type.getSimpleName().startsWith("$");
    }

    /** Local functions in Kotlin also take what they capture as parameters. */
    private static boolean isGenerated(JavaCodeUnit member) {
        Set<JavaModifier> modifiers = member.getModifiers();
        return modifiers.contains(JavaModifier.SYNTHETIC) || modifiers.contains(JavaModifier.PRIVATE) && member.getName().contains("$");
    }

    private static int parameters(JavaCodeUnit member) {
        List<JavaClass> types = member.getRawParameterTypes();
        int count = types.size();
        if (member.isConstructor() && member.getOwner().isEnum()) count -= OF_ENUM;
        boolean suspends = count > 0 && types.get(types.size() - 1).getName().equals("kotlin.coroutines.Continuation");
        return suspends ? count - 1 : count;
    }

    @Test
    void noParameterListIsLongerThanSixWithoutAReason() throws IOException {
        Set<String> unlisted = tooLong();
        unlisted.removeAll(listed());
        assertEquals(Set.of(), unlisted, "give what belongs together a named type, or list it with a reason in long-parameter-lists.txt");
    }

    @Test
    void whatIsListedIsStillTooLong() throws IOException {
        Set<String> listed = listed();
        assertTrue(listed.size() > 1);
        listed.removeAll(tooLong());
        assertEquals(Set.of(), listed, "take it out of long-parameter-lists.txt");
    }
}
