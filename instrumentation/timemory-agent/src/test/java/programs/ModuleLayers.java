package programs;

import java.io.File;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;

/** Runs {@code acme.Main} as a module of a layer that is created now. */
public final class ModuleLayers {
    private ModuleLayers() {}

    public static void main(String[] arguments) throws Exception {
        Path[] modules = Stream.of(arguments[0].split(File.pathSeparator)).map(Path::of).toArray(Path[]::new);
        ModuleLayer boot = ModuleLayer.boot();
        Configuration configuration = boot.configuration().resolve(ModuleFinder.of(modules), ModuleFinder.of(), Set.of("acme"));
        ModuleLayer layer = boot.defineModulesWithManyLoaders(configuration, ClassLoader.getSystemClassLoader());
        layer.findLoader("acme").loadClass("acme.Main").getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    }
}
