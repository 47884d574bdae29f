package timemory.agent.rewrite;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import timemory.agent.option.AgentOptions;
import timemory.agent.option.OptionText;
import timemory.agent.record.SiteFile;
import timemory.agent.scan.ClassFiles;
import timemory.agent.select.Program;
import timemory.agent.select.Selection;

/**
 * Rewrites a JAR or a folder so that it measures itself. Everything it needs is included: the few classes that woven code calls, the
 * agent's JAR as a resource, and a file that describes the functions.
 *
 * <p>In a JAR with nested JARs, all of that is stored among its own classes ({@code BOOT-INF/classes}), and the nested JARs are again
 * stored uncompressed, as their loader requires. Signatures would no longer be valid and are removed.
 */
public final class Rewriter {
    private static final String BOOT = "timemory/agent/boot/";

    private final Path input;
    private final AgentOptions options;
    private final List<String> optionLines;
    private final Path agentJar;
    private final @Nullable Path kotlin;
    private final boolean hasKotlinInside;
    private final ClassRewriter classes;
    private final String holder;

    /** Whether it was signed. */
    private boolean wasSigned;

    /** Whether it has a module descriptor. */
    private boolean isModule;

    /**
     * Prepares to rewrite {@code input}.
     *
     * @param optionLines the options for the program at run time, {@code name=value} each
     */
    public Rewriter(Path input, List<String> optionLines, Path agentJar) throws IOException {
        this(input, optionLines, agentJar, null, input.toAbsolutePath().normalize().toString());
    }

    /**
     * Prepares to rewrite {@code input}, with a Kotlin library and an identity.
     *
     * @param kotlin the JAR of Kotlin's library that the program runs with, so that suspending functions can be measured; {@code null} if
     * it has none, or contains it
     * @param identity distinguishes the program from others that are rewritten separately and run together with it
     */
    public Rewriter(Path input, List<String> optionLines, Path agentJar, @Nullable Path kotlin, String identity) throws IOException {
        this.kotlin = kotlin;
        hasKotlinInside = Files.isRegularFile(input) && EmbeddedKotlinClasses.areIn(input);
        this.input = input;
        this.optionLines = optionLines;
        this.agentJar = agentJar;
        options = AgentOptions.parse(optionLines);
        holder = "timemory/agent/sites/" + nameOf(input, identity);
        Selection selection = new Selection(options.selection, Program.of(List.of(input)));
        classes = new ClassRewriter(options, selection, kotlin != null || hasKotlinInside, holder);
    }

    /** Returns a name for the holder class, from the file's name and a number that other programs are unlikely to have. */
    private static String nameOf(Path input, String identity) {
        Path file = input.toAbsolutePath().normalize().getFileName();
        if (file == null) throw new IllegalArgumentException("'" + input + "' is the root folder, which cannot be rewritten");
        String name = file.toString().replaceAll("\\W", "_");
        CRC32 sum = new CRC32();
        sum.update(identity.getBytes(StandardCharsets.UTF_8));
        return "Sites_" + name + '_' + Long.toHexString(sum.getValue());
    }

    /** How many classes were woven. */
    public int classes() {
        return classes.classes;
    }

    /** How many functions were woven. */
    public int functions() {
        return classes.functions;
    }

    /** Returns how many suspending Kotlin functions were left out, because it is unknown which Kotlin the program runs with. */
    public int suspendingLeft() {
        return classes.suspendingLeft;
    }

    /** Classes left unchanged because of a failure, with the failure. */
    public Map<String, String> failures() {
        return classes.failures;
    }

    /** Whether the JAR had signatures, which are removed. */
    public boolean wasSigned() {
        return wasSigned;
    }

    /** Whether the JAR is a module: rewritten, it runs from the class path. */
    public boolean isModule() {
        return isModule;
    }

    /**
     * Writes the rewritten program to {@code output}, which appears only when it is complete.
     *
     * @throws IllegalArgumentException if none of its functions is measured; nothing is written then
     */
    public void write(Path output) throws IOException {
        if (Files.isDirectory(input)) writeFolder(output);
        else writeJar(output);
    }

    private void refuseNothing() {
        if (classes.functions == 0)
            throw new IllegalArgumentException("no function of '" + input + "' would be measured "
                    + "(--print-excluded shows why)");
    }

    private void writeJar(Path output) throws IOException {
        // An unpredictable name, because a link could have been planted under another one.
        String secret = Long.toHexString(new SecureRandom().nextLong());
        Path partial =
                output.resolveSibling("." + output.getFileName() + '.' + ProcessHandle.current().pid() + '.' + secret + ".part");
        try {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(input));
                    OutputStream out = Files.newOutputStream(partial, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                rewriteJar(input.toRealPath().toString(), in, out, true);
            }
            Files.move(partial, output, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(partial);
        }
    }

    private void rewriteJar(String location, InputStream in, OutputStream out, boolean isOuter) throws IOException {
        ZipInputStream jar = new ZipInputStream(in);
        ZipOutputStream rewritten = new ZipOutputStream(out);
        String root = "";
        Set<String> names = new HashSet<>();
        for (ZipEntry entry = jar.getNextEntry(); entry != null; entry = jar.getNextEntry()) {
            String name = entry.getName();
            if (isSignature(name)) {
                wasSigned = true;
                continue;
            }
            byte[] bytes = jar.readAllBytes();
            int inner = name.indexOf("-INF/classes/");
            if (inner >= 0) root = name.substring(0, inner + 13);
            if (name.equals(JarFile.MANIFEST_NAME)) {
                bytes = unsigned(bytes);
            } else if (name.endsWith(".class")) {
                String own = name.startsWith(root) ? name.substring(root.length()) : name;
                if (name.endsWith("module-info.class")) isModule |= isOuter;
                else if (hasKotlinInside && EmbeddedKotlinClasses.takes(own)) bytes = EmbeddedKotlinClasses.weave(bytes);
                else bytes = classes.rewrite(location + (inner < 0 ? "" : "/!" + name.substring(0, inner + 13) + "!/"), bytes);
            } else if (name.toLowerCase(Locale.ROOT).endsWith(".jar")) {
                ByteArrayOutputStream nested = new ByteArrayOutputStream();
                rewriteJar(location + "/!" + name + "!/", new ByteArrayInputStream(bytes), nested, false);
                bytes = nested.toByteArray();
            }
            put(rewritten, entry, bytes);
            names.add(name);
            String folder = name.startsWith(root) ? root : "";
            if (hasKotlinInside && name.equals(folder + EmbeddedKotlinClasses.RESUMPTION)) {
                for (Map.Entry<String, byte[]> more : EmbeddedKotlinClasses.added(agentJar).entrySet()) {
                    if (names.add(folder + more.getKey())) put(rewritten, new ZipEntry(folder + more.getKey()), more.getValue());
                }
            }
        }
        if (isOuter) {
            refuseNothing();
            // A program that was rewritten before has most of them.
            for (Map.Entry<String, byte[]> more : additions(root).entrySet()) {
                if (names.add(more.getKey())) put(rewritten, new ZipEntry(more.getKey()), more.getValue());
            }
        }
        rewritten.finish();
    }

    /** With the original compression: a JAR inside a JAR is read in place. */
    private static void put(ZipOutputStream jar, ZipEntry like, byte[] bytes) throws IOException {
        ZipEntry entry = new ZipEntry(like.getName());
        if (like.getLastModifiedTime() != null) entry.setLastModifiedTime(like.getLastModifiedTime());
        else entry.setTime(0);
        if (like.getMethod() == ZipEntry.STORED || ClassFiles.isJar(like.getName())) {
            CRC32 sum = new CRC32();
            sum.update(bytes);
            entry.setMethod(ZipEntry.STORED);
            entry.setSize(bytes.length);
            entry.setCrc(sum.getValue());
        }
        jar.putNextEntry(entry);
        jar.write(bytes);
        jar.closeEntry();
    }

    private static boolean isSignature(String name) {
        String upper = name.toUpperCase(Locale.ROOT);
        if (!upper.startsWith("META-INF/") || upper.indexOf('/', 9) >= 0) return false;
        return upper.endsWith(".SF") || upper.endsWith(".RSA") || upper.endsWith(".DSA") || upper.endsWith(".EC")
                || upper.startsWith("META-INF/SIG-");
    }

    /** Returns the manifest without the digests of files, which belong to signatures. */
    private static byte[] unsigned(byte[] bytes) throws IOException {
        Manifest manifest = new Manifest(new ByteArrayInputStream(bytes));
        boolean[] changed = {false};
        for (Attributes attributes : manifest.getEntries().values()) {
            changed[0] |= attributes.keySet().removeIf(key -> key.toString().toUpperCase(Locale.ROOT).contains("-DIGEST"));
        }
        if (!changed[0]) return bytes;
        manifest.getEntries().values().removeIf(Attributes::isEmpty);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        manifest.write(out);
        return out.toByteArray();
    }

    private void writeFolder(Path output) throws IOException {
        if (Files.exists(output) && output.toRealPath().equals(input.toRealPath()))
            throw new IllegalArgumentException("'" + output + "' would overwrite itself");
        String location = input.toRealPath().toString();
        Map<Path, byte[]> woven = new LinkedHashMap<>();
        List<Path> files;
        try (Stream<Path> all = Files.walk(input)) {
            files = all.filter(Files::isRegularFile).sorted().toList();
        }
        for (Path file : files) {
            if (file.toString().endsWith(".class")) woven.put(file, classes.rewrite(location, Files.readAllBytes(file)));
        }
        refuseNothing();
        for (Path file : files) {
            byte[] bytes = woven.get(file);
            write(output.resolve(input.relativize(file).toString()), bytes != null ? bytes : Files.readAllBytes(file));
        }
        for (Map.Entry<String, byte[]> more : additions("").entrySet()) write(output.resolve(more.getKey()), more.getValue());
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        Path folder = file.getParent();
        if (folder != null) Files.createDirectories(folder);
        Files.write(file, bytes);
    }

    /** The files added to the program, below {@code root}. */
    private Map<String, byte[]> additions(String root) throws IOException {
        Map<String, byte[]> all = new LinkedHashMap<>();
        try (ZipInputStream agent = new ZipInputStream(Files.newInputStream(agentJar))) {
            for (ZipEntry entry = agent.getNextEntry(); entry != null; entry = agent.getNextEntry()) {
                if (entry.getName().startsWith(BOOT) && ClassFiles.isClass(entry.getName()))
                    all.put(root + entry.getName(), agent.readAllBytes());
            }
        }
        if (kotlin != null && !hasKotlinInside && classes.suspending > 0) {
            EmbeddedKotlinClasses.of(kotlin, agentJar).forEach((file, bytes) -> all.put(root + file, bytes));
        }
        all.put(root + holder + ".class", classes.holder());
        StringBuilder sites = new StringBuilder(OptionText.join(optionLines)).append('\n');
        for (String line : classes.sites()) sites.append(line).append('\n');
        all.put(root + SiteFile.pathOf(holder), sites.toString().getBytes(StandardCharsets.UTF_8));
        all.put(root + "META-INF/timemory/timemory-agent.jar", Files.readAllBytes(agentJar));
        return all;
    }
}
