package timemory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A delegating type forwards everything that a type defines for its component. */
class DelegatingTypeTest {

    /** The id and everything related to it are its own; its factory is the other's. */
    private static final Set<String> ITS_OWN = Set.of("getLabel", "getAliases", "create", "toString");

    @Test
    void everyMemberThatTypesOverrideIsPassedOn() {
        Set<String> passedOn = Arrays.stream(DelegatingType.class.getDeclaredMethods()).map(Method::getName).collect(Collectors.toSet());
        List<String> members = Arrays.stream(ComponentType.class.getDeclaredMethods())
                .filter(method -> !Modifier.isFinal(method.getModifiers()) && !Modifier.isStatic(method.getModifiers()))
                .filter(method -> !Modifier.isPrivate(method.getModifiers()) && !method.isSynthetic())
                .map(Method::getName)
                .filter(name -> !ITS_OWN.contains(name))
                .toList();
        assertTrue(members.size() > 15, members.toString());
        assertEquals(List.of(), members.stream().filter(name -> !passedOn.contains(name)).sorted().toList());
    }
}
