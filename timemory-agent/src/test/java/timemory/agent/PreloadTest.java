package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;

class PreloadTest {
    @Test
    void theAgentsJarNamesTheClassesThatARunNeeds() throws IOException {
        try (JarFile jar = new JarFile(System.getProperty("timemory.agent.jar"))) {
            byte[] bytes = jar.getInputStream(jar.getJarEntry("payload/META-INF/timemory/preload")).readAllBytes();
            List<String> names = new String(bytes, StandardCharsets.ISO_8859_1).lines().toList();
            assertTrue(names.containsAll(List.of("timemory.agent.Transformer", "timemory.internal.callgraph.Session", "kotlin.jvm.internal.Intrinsics")), names.toString());
            List<String> missing = names.stream().filter(name -> !isThere(jar, name)).toList();
            assertEquals(List.of(), missing);
        }
    }

    private static boolean isThere(JarFile jar, String name) {
        String file = name.replace('.', '/') + ".class";
        return jar.getEntry("payload/" + file) != null || jar.getEntry("payload/META-INF/versions/22/" + file) != null;
    }
}
