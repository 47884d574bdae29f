package timemory.agent.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import timemory.agent.select.ClassFacts;
import timemory.agent.select.MethodFacts;
import timemory.agent.select.Origin;

/** Weaves a library of real code, and has the JVM verify every class of it. */
class LibraryTest {
    /** Defines woven classes, and takes those of which there are none from the tests. */
    private static final class Library extends ClassLoader {
        private final Map<String, byte[]> woven = new HashMap<>();

        Library() {
            super(LibraryTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> known = findLoadedClass(name);
                if (known != null) return known;
                byte[] bytes = woven.get(name);
                return bytes == null ? super.loadClass(name, resolve) : defineClass(name, bytes, 0, bytes.length);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"true,true,false", "false,false,true"})
    void everyClassIsValid(boolean loops, boolean calls, boolean lines) throws Exception {
        Library library = new Library();
        Events events = new Events();
        Path jar = Path.of(Class.forName("org.h2.Driver").getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile file = new JarFile(jar.toFile())) {
            for (JarEntry entry : Collections.list(file.entries())) {
                String name = entry.getName();
                if (!name.endsWith(".class") || name.startsWith("META-INF") || name.endsWith("module-info.class")) continue;
                ClassReader reader = new ClassReader(file.getInputStream(entry).readAllBytes());
                ClassFacts facts = ClassFacts.read(reader, new Origin("", "", false), false);
                Map<MethodFacts, MethodPlan> plans = new HashMap<>();
                for (MethodFacts method : facts.methods)
                    if (method.size > 0) plans.put(method, NamedPlaces.of(method, events, loops, calls, lines));
                Weaver.Woven woven = Weaver.weave(reader, facts, plans);
                assertEquals(0, woven.tooLarge().size() + woven.wholeOnly().size(), name);
                library.woven.put(facts.name, woven.bytes());
            }
        }
        assertTrue(library.woven.size() > 1000, () -> "only " + library.woven.size());
        for (String name : List.copyOf(library.woven.keySet())) verify(library, name);
        assertTrue(!loops || events.names.stream().filter(name -> name.contains(":loop@")).count() > 500);
    }

    /** Listing the methods of a class links it, which verifies it. Classes with missing dependencies cannot be linked. */
    private static void verify(Library library, String name) throws ClassNotFoundException {
        try {
            Class.forName(name, false, library).getDeclaredMethods();
        } catch (NoClassDefFoundError failure) {
            assertTrue(!failure.getMessage().startsWith("org/h2/"), failure::toString);
        }
    }
}
