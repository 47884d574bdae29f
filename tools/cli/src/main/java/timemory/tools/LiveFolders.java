package timemory.tools;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import timemory.internal.platform.SystemEnvironment;

/**
 * The sockets of processes that can be queried are in folders {@code timemory-UID}, which belong to that user and which no other user may
 * read. When root runs the command, the contents belong to others and are not trusted.
 */
final class LiveFolders {

    private static final Pattern NAME = Pattern.compile("(\\d+)-(-?\\d+)-[0-9a-z]+-[0-9a-z]+\\.socket");
    private static final int OF_OTHERS = 077;

    /** Of one process and folder, with so many copies of timemory: each socket is waited for, and their owner can make any number. */
    private static final int MAX_SOCKETS = 8;

    /** Where the start of a process is among what follows its name in {@code /proc/PID/stat} (proc(5)). */
    private static final int STARTED = 19;

    private final Path root;
    private final Map<String, String> environment;

    /** Of this machine and the environment of this command. */
    LiveFolders() {
        this(Path.of("/"), SystemEnvironment.variables());
    }

    /** @param root what takes the place of the folder of everything, for tests */
    LiveFolders(Path root, Map<String, String> environment) {
        this.root = root;
        this.environment = environment;
    }

    /** The sockets of {@code process}, which runs: several where several copies of timemory are in it. */
    List<LiveSocketFile> of(long process) throws IOException {
        Path about = Path.of("/proc", Long.toString(process));
        long user = userOf(about);
        List<LiveSocketFile> found = new ArrayList<>();
        for (Path folder : foldersOf(about, user)) {
            found.addAll(socketsIn(folder, user, socket -> socket.process() == process && began(process, socket.path())));
        }
        return found.isEmpty() ? inOwnRoot(about, user) : found;
    }

    /**
     * In a container, which has a root folder and numbers of its own. In the end that root may be ours: then a socket that came since we
     * looked goes by the name that everybody knows it by, and one of a process that had this number before is none.
     */
    List<LiveSocketFile> inOwnRoot(Path about, long user) throws IOException {
        long inner = innerNumber(about);
        long outer = Long.parseLong(about.getFileName().toString());
        List<LiveSocketFile> found = new ArrayList<>();
        for (Path folder : foldersOf(about, user)) {
            Path seen = about.resolve("root").resolve(folder.toString().substring(1));
            boolean isOurs = isSame(folder, seen);
            found.addAll(socketsIn(isOurs ? folder : seen, user,
                    socket -> socket.process() == inner && (!isOurs || began(outer, socket.path()))));
        }
        return found;
    }

    private static boolean isSame(Path folder, Path other) {
        try {
            return Files.isSameFile(folder, other);
        } catch (IOException ignored) {
            return false;
        }
    }

    /** All sockets in the usual folders of this user; for root, of all users. */
    List<LiveSocketFile> all() throws IOException {
        long own = userOf(Path.of("/proc/self"));
        List<LiveSocketFile> found = new ArrayList<>();
        Set<Path> folders = new LinkedHashSet<>();
        for (Path base : bases(environment, own)) {
            folders.add(base.resolve("timemory-" + own));
            if (own == 0) {
                folders.addAll(timemoryIn(base));
            }
        }
        if (own == 0) {
            for (Path base : listing(root.resolve("run/user"), "[0-9]*")) {
                folders.addAll(timemoryIn(base));
            }
        }
        for (Path folder : folders) {
            long user = Long.parseLong(folder.getFileName().toString().substring("timemory-".length()));
            found.addAll(socketsIn(folder, user, socket -> began(socket.process(), socket.path())));
        }
        return found;
    }

    /** Where those of {@code process} are looked for, to be named where there are none. */
    List<Path> foldersOf(long process) throws IOException {
        Path about = Path.of("/proc", Long.toString(process));
        return foldersOf(about, userOf(about));
    }

    private List<Path> foldersOf(Path about, long user) {
        Set<Path> folders = new LinkedHashSet<>();
        for (Map<String, String> variables : List.of(environmentOf(about), environment)) {
            for (Path base : bases(variables, user)) {
                folders.add(base.resolve("timemory-" + user));
            }
        }
        return List.copyOf(folders);
    }

    private List<Path> bases(Map<String, String> variables, long user) {
        Set<Path> bases = new LinkedHashSet<>();
        for (String variable : List.of("XDG_RUNTIME_DIR", "TMPDIR")) {
            String path = variables.get(variable);
            if (path != null && path.startsWith("/")) {
                bases.add(Path.of(path));
            }
        }
        bases.add(root.resolve("run/user/" + user));
        bases.add(root.resolve("tmp"));
        return List.copyOf(bases);
    }

    private static List<Path> timemoryIn(Path base) {
        return listing(base, "timemory-[0-9]*").stream()
                .filter(path -> path.getFileName().toString().matches("timemory-\\d{1,10}"))
                .toList();
    }

    private static List<Path> listing(Path folder, String names) {
        List<Path> found = new ArrayList<>();
        try (var listing = Files.newDirectoryStream(folder, names)) {
            listing.forEach(found::add);
        } catch (IOException ignored) {
            return List.of();
        }
        return found;
    }

    /**
     * Those in {@code folder} that are {@code wanted}, where that is a folder of {@code user} alone. Of more than may be asked, those of
     * the processes that began last: in a container each may have had the same number.
     */
    private static List<LiveSocketFile> socketsIn(Path folder, long user, Predicate<LiveSocketFile> wanted) {
        if (!isOf(folder, user)) {
            return List.of();
        }
        Map<LiveSocketFile, BigInteger> starts = new HashMap<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Matcher name = NAME.matcher(file.getFileName().toString());
                if (name.matches() && name.group(1).length() < 10) {
                    starts.put(new LiveSocketFile(Long.parseLong(name.group(1)), file), new BigInteger(name.group(2)));
                }
            }
        } catch (IOException unused) {
            return List.of();
        }
        Map<Long, Integer> many = new HashMap<>();
        return starts.keySet().stream()
                .filter(wanted)
                .sorted(Comparator.<LiveSocketFile, BigInteger>comparing(starts::get).reversed().thenComparing(LiveSocketFile::path))
                .filter(socket -> many.merge(socket.process(), 1, Integer::sum) <= MAX_SOCKETS)
                .sorted(Comparator.comparing(LiveSocketFile::path))
                .toList();
    }

    private static boolean isOf(Path folder, long user) {
        try {
            Map<String, Object> known = Files.readAttributes(folder, "unix:mode,uid,isDirectory", LinkOption.NOFOLLOW_LINKS);
            return Boolean.TRUE.equals(known.get("isDirectory"))
                    && known.get("uid") instanceof Integer owner && Integer.toUnsignedLong(owner) == user
                    && known.get("mode") instanceof Integer mode && (mode & OF_OTHERS) == 0;
        } catch (IOException | RuntimeException unused) {
            return false;
        }
    }

    /** Whether {@code process} is that which made the file {@code socket}, and not one that has its number after it. */
    private static boolean began(long process, Path socket) {
        Matcher name = NAME.matcher(socket.getFileName().toString());
        try {
            String stat = Files.readString(Path.of("/proc", Long.toString(process), "stat"), StandardCharsets.ISO_8859_1);
            String[] fields = stat.substring(stat.lastIndexOf(") ") + 2).split(" ");
            return name.matches() && fields[STARTED].equals(name.group(2));
        } catch (IOException | RuntimeException ignored) {
            return false;
        }
    }

    private static long userOf(Path about) throws IOException {
        return (Integer) Files.getAttribute(about, "unix:uid");
    }

    /** Its number in the innermost name space of processes that it is in. */
    private static long innerNumber(Path about) throws IOException {
        for (String line : Files.readAllLines(about.resolve("status"))) {
            if (line.startsWith("NSpid:")) {
                return Long.parseLong(line.substring(line.lastIndexOf('\t') + 1).trim());
            }
        }
        return Long.parseLong(about.getFileName().toString());
    }

    /** The variables of the process that {@code about} in {@code /proc} is; none where they may not be read. */
    static Map<String, String> environmentOf(Path about) {
        try {
            String all = Files.readString(about.resolve("environ"), StandardCharsets.ISO_8859_1);
            Map<String, String> variables = new HashMap<>();
            for (String one : all.split("\0")) {
                int equals = one.indexOf('=');
                if (equals > 0) {
                    variables.putIfAbsent(one.substring(0, equals), one.substring(equals + 1));
                }
            }
            return variables;
        } catch (IOException unused) {
            return Map.of();
        }
    }
}
