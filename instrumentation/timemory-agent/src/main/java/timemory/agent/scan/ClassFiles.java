package timemory.agent.scan;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Locale;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Iterates over the class files of JARs, of JARs inside JARs, and of folders. */
public final class ClassFiles {

    /** Called for each class file. */
    public interface Visitor {
        /**
         * Handles a class file.
         *
         * @param location the JAR or folder, in the form of the code source of its class at run time
         * @return whether to continue
         */
        boolean visit(String location, byte[] bytes) throws IOException;
    }

    private ClassFiles() {}

    /** Visits {@code path}; returns whether the visitor wanted all of it. Files that are neither JARs nor folders have no class files. */
    public static boolean visit(Path path, Visitor visitor) throws IOException {
        if (Files.isDirectory(path)) return visitFolder(path, visitor);
        if (!isJar(path.toString()) || !Files.isRegularFile(path)) return true;
        try (InputStream in = Files.newInputStream(path)) {
            return visitJar(path.toRealPath().toString(), in, visitor);
        }
    }

    /** Whether a file is an archive of class files, by its name. */
    public static boolean isJar(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.endsWith(".jar") || lower.endsWith(".war") || lower.endsWith(".zip");
    }

    /** Whether a file is a class that can be loaded, rather than the descriptor of a module or a package. */
    public static boolean isClass(String name) {
        return name.endsWith(".class") && !name.endsWith("module-info.class") && !name.endsWith("package-info.class");
    }

    private static boolean visitFolder(Path folder, Visitor visitor) throws IOException {
        String location = folder.toRealPath().toString();
        boolean[] all = {true};
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!isClass(file.toString()) || visitor.visit(location, Files.readAllBytes(file))) return FileVisitResult.CONTINUE;
                all[0] = false;
                return FileVisitResult.TERMINATE;
            }
        });
        return all[0];
    }

    private static boolean visitJar(String location, InputStream in, Visitor visitor) throws IOException {
        ZipInputStream jar = new ZipInputStream(in);
        for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
            String name = entry.getName();
            if (isClass(name)) {
                String folder = name.contains("-INF/classes/") ? "/!" + name.substring(0, name.indexOf("-INF/classes/") + 13) + "!/" : "";
                if (!visitor.visit(location + folder, jar.readAllBytes())) return false;
            } else if (isJar(name)) {
                if (!visitJar(location + "/!" + name + "!/", new ByteArrayInputStream(jar.readAllBytes()), visitor)) return false;
            }
        }
        return true;
    }
}
