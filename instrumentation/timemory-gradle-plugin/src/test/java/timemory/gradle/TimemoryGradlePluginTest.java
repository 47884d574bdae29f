package timemory.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.gradle.api.provider.ListProperty;
import org.gradle.api.provider.MapProperty;
import org.jetbrains.kotlin.gradle.plugin.KotlinCompilation;
import org.jetbrains.kotlin.gradle.plugin.KotlinPlatformType;
import org.junit.jupiter.api.Test;

/** The parts that can be tested without Gradle, with stand-ins for its interfaces. */
class TimemoryGradlePluginTest {
    private static <T> T standIn(Class<T> type, Map<String, Object> answers) {
        Object made = Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
            if (!answers.containsKey(method.getName())) throw new UnsupportedOperationException(method.toString());
            return answers.get(method.getName());
        });
        return type.cast(made);
    }

    private static ListProperty<?> list(String... values) {
        return standIn(ListProperty.class, Map.of("get", List.of(values)));
    }

    @Test
    void theBuildScriptBecomesOptionsOfTheCompiler() {
        TimemoryExtension extension = standIn(TimemoryExtension.class, Map.of(
                "getPackages", list("a", "b.c"),
                "getInclude", list("query"),
                "getExclude", list(),
                "getComponents", list("wall_clock", "peak_rss"),
                "getOptions", standIn(MapProperty.class, Map.of("get", Map.of("min-size", "20")))));
        List<String> options =
                TimemoryGradlePlugin.optionsOf(extension).stream().map(option -> option.getKey() + "=" + option.getValue()).toList();
        assertEquals(List.of("package=a", "package=b.c", "include=query", "components=wall_clock;peak_rss", "min-size=20"), options);
    }

    @Test
    void compilationsForTheJvmAndNativeAreTaken() {
        TimemoryGradlePlugin plugin = new TimemoryGradlePlugin();
        for (KotlinPlatformType type : KotlinPlatformType.values()) {
            KotlinCompilation<?> compilation = standIn(KotlinCompilation.class, Map.of("getPlatformType", type));
            assertEquals(List.of("jvm", "androidJvm", "native").contains(type.name()), plugin.isApplicable(compilation), type.name());
        }
    }

    @Test
    void gradleFindsIt() throws Exception {
        Properties properties = new Properties();
        try (InputStream in = getClass().getResourceAsStream("/META-INF/gradle-plugins/dev.timemory.properties")) {
            properties.load(in);
        }
        assertEquals(TimemoryGradlePlugin.class.getName(), properties.getProperty("implementation-class"));
        TimemoryGradlePlugin plugin = new TimemoryGradlePlugin();
        assertEquals("dev.timemory", plugin.getCompilerPluginId());
        assertEquals("timemory-compiler-plugin", plugin.getPluginArtifact().getArtifactId());
        assertTrue(plugin.getPluginArtifact().getVersion().matches("\\d+\\.\\d+\\..*"), plugin.getPluginArtifact().getVersion());
    }
}
