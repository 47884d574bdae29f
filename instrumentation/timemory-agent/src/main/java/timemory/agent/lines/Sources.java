package timemory.agent.lines;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds source files by the package of a class and the file name in its class file: in folders chosen by the user, then in the usual ones
 * of the working directory and of projects one folder below.
 *
 * <p>Kotlin may omit folders of the package; a file found that way must declare the package. Class files and sources are untrusted: nothing
 * outside the folders is opened, nor large files, and {@link #printable} sanitizes the text that is shown.
 */
final class Sources {
    private static final List<String> USUAL = List.of(
            "src/main/java", "src/main/kotlin", "src/test/java", "src/test/kotlin", "src/commonMain/kotlin", "src/jvmMain/kotlin", "src",
            "java", "kotlin", "");
    private static final long MAX_BYTES = 8L << 20;

    private final List<Path> folders = new ArrayList<>();
    private final Map<String, Found> found = new HashMap<>();

    /**
     * A source file.
     *
     * @param path where it was found
     * @param lines its lines, the first at 0
     */
    record Found(Path path, List<String> lines) {
        /** Returns line {@code number}, counted from 1; {@code null} if there is none. */
        @Nullable
        String line(int number) {
            return number >= 1 && number <= lines.size() ? lines.get(number - 1) : null;
        }
    }

    Sources(List<Path> given, Path working) {
        folders.addAll(given);
        for (String usual : USUAL) addFolder(working.resolve(usual));
        try (Stream<Path> below = Files.list(working)) {
            for (Path project : below.filter(Files::isDirectory).sorted().limit(200).toList()) {
                for (String usual : USUAL.subList(0, 6)) addFolder(project.resolve(usual));
            }
        } catch (IOException ignored) {
            // no projects below
        }
    }

    private void addFolder(Path folder) {
        if (Files.isDirectory(folder)) folders.add(folder);
    }

    /** Returns the source of class {@code className}, {@code null} if it is not found. */
    @Nullable
    Found of(String className, String file) {
        if (file.isEmpty() || file.contains("/") || file.contains("\\") || file.startsWith(".")) return null;
        int end = className.lastIndexOf('.');
        String packageName = end < 0 ? "" : className.substring(0, end);
        return found.computeIfAbsent(packageName + '/' + file, key -> find(packageName, file));
    }

    private @Nullable Found find(String packageName, String file) {
        String path = packageName.replace('.', '/');
        for (Path folder : folders) {
            Found whole = read(folder, path.isEmpty() ? file : path + '/' + file, null);
            if (whole != null) return whole;
        }
        if (!file.endsWith(".kt")) return null;
        for (Path folder : folders) {
            for (String rest = path; !rest.isEmpty();) {
                int slash = rest.indexOf('/');
                rest = slash < 0 ? "" : rest.substring(slash + 1);
                Found shortened = read(folder, rest.isEmpty() ? file : rest + '/' + file, packageName);
                if (shortened != null) return shortened;
            }
        }
        return null;
    }

    private static @Nullable Found read(Path folder, String name, @Nullable String packageName) {
        try {
            Path path = folder.resolve(name);
            if (!Files.isRegularFile(path) || Files.size(path) > MAX_BYTES) return null;
            if (!path.toRealPath().startsWith(folder.toRealPath())) return null;
            List<String> lines = lines(path);
            if (packageName != null && lines.stream().noneMatch(line -> line.strip().replace(";", "").equals("package " + packageName)))
                return null;
            return new Found(path, lines);
        } catch (IOException | RuntimeException ignored) {
            return null;
        }
    }

    private static List<String> lines(Path path) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        Charset charset = StandardCharsets.UTF_8;
        return List.of(new String(bytes, charset).split("\r\n|\r|\n", -1));
    }

    /**
     * Returns a line in a form that can be shown: with spaces for tabs, without terminal control and text direction characters, at most
     * {@code most} characters.
     */
    static String printable(String line, int most) {
        StringBuilder text = new StringBuilder();
        int at = 0;
        while (at < line.length() && text.length() < most) {
            int character = line.codePointAt(at);
            at += Character.charCount(character);
            if (character == '\t') text.append(" ".repeat(4 - text.length() % 4));
            else text.appendCodePoint(isHarmless(character) ? character : 0xFFFD);
        }
        return at < line.length() ? text + "..." : text.toString().stripTrailing();
    }

    private static boolean isHarmless(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL, Character.FORMAT, Character.SURROGATE, Character.PRIVATE_USE, Character.UNASSIGNED,
                    Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
