package timemory.gradle;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.gradle.api.Project;
import org.gradle.api.provider.Provider;
import org.jetbrains.kotlin.gradle.plugin.KotlinCompilation;
import org.jetbrains.kotlin.gradle.plugin.KotlinCompilerPluginSupportPlugin;
import org.jetbrains.kotlin.gradle.plugin.SubpluginArtifact;
import org.jetbrains.kotlin.gradle.plugin.SubpluginOption;
import org.jspecify.annotations.Nullable;

/**
 * Adds timemory's compiler plugin, and the library that compiled code calls, to compilations for the JVM and Kotlin/Native:
 * <pre>
 * plugins { id("dev.timemory") }
 *
 * timemory { packages.add("com.acme.orders") }
 * </pre>
 */
public final class TimemoryGradlePlugin implements KotlinCompilerPluginSupportPlugin {
    private static final String GROUP = "dev.timemory";
    private static final String NAME = "timemory";
    private static final String VERSION = version();
    private static final Set<String> PLATFORMS = Set.of("jvm", "androidJvm", "native");

    private static String version() {
        try (InputStream in = TimemoryGradlePlugin.class.getResourceAsStream("version.properties")) {
            Properties properties = new Properties();
            properties.load(in);
            return properties.getProperty("version");
        } catch (IOException failure) {
            throw new UncheckedIOException("the plugin's JAR is incomplete", failure);
        }
    }

    @Override
    public void apply(Project project) {
        project.getExtensions().create(NAME, TimemoryExtension.class);
    }

    @Override
    public boolean isApplicable(KotlinCompilation<?> compilation) {
        // By name, because one of them is a Java keyword.
        return PLATFORMS.contains(compilation.getPlatformType().name());
    }

    @Override
    public Provider<List<SubpluginOption>> applyToCompilation(KotlinCompilation<?> compilation) {
        compilation.getDefaultSourceSet().dependencies(handler -> {
            handler.implementation(GROUP + ":timemory-instrument:" + VERSION);
            return kotlin.Unit.INSTANCE;
        });
        Project project = compilation.getTarget().getProject();
        TimemoryExtension extension = project.getExtensions().getByType(TimemoryExtension.class);
        return project.provider(() -> optionsOf(extension));
    }

    /** In the order in which they are passed to the compiler. */
    static List<SubpluginOption> optionsOf(TimemoryExtension extension) {
        List<SubpluginOption> all = new ArrayList<>();
        extension.getPackages().get().forEach(name -> all.add(new SubpluginOption("package", name)));
        extension.getInclude().get().forEach(pattern -> all.add(new SubpluginOption("include", pattern)));
        extension.getExclude().get().forEach(pattern -> all.add(new SubpluginOption("exclude", pattern)));
        List<String> components = extension.getComponents().get();
        if (!components.isEmpty()) all.add(new SubpluginOption("components", String.join(";", components)));
        for (Map.Entry<String, String> option : extension.getOptions().get().entrySet()) {
            all.add(new SubpluginOption(option.getKey(), option.getValue()));
        }
        return all;
    }

    @Override
    public String getCompilerPluginId() {
        return GROUP;
    }

    @Override
    public SubpluginArtifact getPluginArtifact() {
        return new SubpluginArtifact(GROUP, "timemory-compiler-plugin", VERSION);
    }

    @Override
    public @Nullable SubpluginArtifact getPluginArtifactForNative() {
        return null; // also used for Kotlin/Native
    }
}
