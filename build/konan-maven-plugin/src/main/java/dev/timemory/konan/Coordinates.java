package dev.timemory.konan;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.maven.model.Dependency;

/** A dependency as Gradle's metadata names it: the module for all targets, not the one for a single target. */
record Coordinates(String group, String module, String version) {

    /**
     * The module that {@code dependency} is a part of. Kotlin's own multi-target libraries are published as one module that refers to one
     * further module per target, named after it; Maven needs the latter, Gradle finds it through the former.
     */
    static Coordinates of(Dependency dependency) {
        String module = dependency.getArtifactId();
        if (dependency.getGroupId().startsWith("org.jetbrains.kotlin")) {
            module = module.replaceFirst("-(jvm|linuxx64)$", "");
        }
        return new Coordinates(dependency.getGroupId(), module, dependency.getVersion());
    }

    /** Each once, though Maven may need several files of one. */
    static List<Coordinates> of(Collection<Dependency> dependencies) {
        return dependencies.stream().map(Coordinates::of).distinct().toList();
    }

    Map<String, Object> json() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("group", group);
        json.put("module", module);
        json.put("version", Map.of("requires", version));
        return json;
    }

    @Override
    public String toString() {
        return group + ":" + module;
    }
}
