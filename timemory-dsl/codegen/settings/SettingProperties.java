import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Generates the properties of settings from their descriptions: each setting is described once, by a line such as
 *
 * <pre>
 * val outputPath = add(text("OUTPUT_PATH", "The directory that files are written to", "timemory-output"))
 * </pre>
 *
 * <p>in {@code Catalogue.kt} or in the {@code ...SettingNames.kt} of a module. It determines the property that reads it, with its
 * documentation, and the one that assigns it. Those of the core are members of {@code Settings} and {@code SettingsBuilder}, written
 * between two marks; those of other modules are extensions in separate files. Settings named in a description are linked.
 *
 * <pre>
 * java timemory-dsl/codegen/settings/SettingProperties.java            writes them
 * java timemory-dsl/codegen/settings/SettingProperties.java --check    fails where a file is not what its descriptions say
 * </pre>
 */
final class SettingProperties {

    private static final String COMMAND = "java timemory-dsl/codegen/settings/SettingProperties.java";

    private static final String CORE = "timemory-dsl/common/src/settings/";

    /** The modules whose settings are extension properties: the file with the descriptions, without its extension. */
    private static final List<Module> MODULES = List.of(
            new Module("components/timemory-counters/common/src/counters/", "timemory.counters", "CounterSettingNames", "CounterProperties",
                    ""),
            new Module("components/timemory-counters/common/src/memory/", "timemory.memory", "MemorySettingNames", "MemoryProperties", ""),
            new Module("results/timemory-export/common/src/export/", "timemory.export", "ExportSettingNames", "ExportProperties", ""),
            new Module("results/timemory-export/common/src/kokkos/", "timemory.kokkos", "KokkosSettingNames", "KokkosProperties", ""),
            new Module("results/timemory-export/common/src/mpi/", "timemory.mpi", "MpiSettingNames", "MpiProperties", ""),
            new Module("results/timemory-export/common/src/nccl/", "timemory.nccl", "NcclSettingNames", "NcclProperties", ""),
            new Module("results/timemory-export/common/src/openmp/", "timemory.openmp", "OpenMpSettingNames", "OpenMpProperties", ""),
            new Module("instrumentation/timemory-gotcha-native/jvm/src/nativecalls/", "timemory.nativecalls", "NativeCallSettingNames",
                    "NativeCallProperties",
                    ""),
            new Module("components/timemory-gpu/common/src/gpu/", "timemory.gpu", "GpuSettingNames", "GpuProperties",
                    "ExperimentalTimemoryApi"),
            new Module("components/timemory-sampling/common/src/sampling/", "timemory.sampling", "SamplingSettingNames",
                    "SamplingProperties",
                    "ExperimentalTimemoryApi"),
            new Module("components/timemory-sampling/common/src/sampling/interval/", "timemory.sampling.interval", "SamplerSettingNames",
                    "SamplerProperties", "ExperimentalTimemoryApi"),
            new Module("results/timemory-live/common/src/live/", "timemory.live", "LiveSettingNames", "LiveProperties",
                    "ExperimentalTimemoryApi"),
            new Module("components/timemory-roofline/common/src/roofline/", "timemory.roofline", "RooflineSettingNames",
                    "RooflineProperties",
                    "ExperimentalTimemoryApi"));

    private static final Pattern DESCRIPTION = Pattern.compile("val (\\w+) =\\s*add\\(\\s*(\\w+)\\(");
    private static final Pattern NAME = Pattern.compile("\\b[A-Z]+(?:_[A-Z]+)*\\b");
    private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

    /** The length at which lines are broken. */
    private static final int WIDTH = 140;

    private static final String BEGIN = "    // Written by '" + COMMAND + "' from Catalogue.kt.\n";
    private static final String END = "    // As far as here.\n";

    private final Path root;

    private SettingProperties(Path root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws IOException {
        boolean check = List.of(arguments).equals(List.of("--check"));
        if (arguments.length > 0 && !check) {
            System.err.println("usage: " + COMMAND + " [--check]");
            System.exit(2);
        }
        boolean holds = true;
        for (Map.Entry<Path, String> file : new SettingProperties(repository()).files().entrySet()) {
            Path path = file.getKey();
            if (!check) {
                Files.writeString(path, file.getValue());
            } else if (!Files.exists(path) || !Files.readString(path).equals(file.getValue())) {
                System.err.println(path + " is not what the descriptions of its settings say: run " + COMMAND);
                holds = false;
            }
        }
        System.exit(holds ? 0 : 1);
    }

    /** The folder that contains the files' paths: the current one, or a parent. */
    private static Path repository() throws IOException {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(CORE))) {
                return folder;
            }
        }
        throw new IOException("no folder " + CORE + " here or in a folder above: run this in the repository");
    }

    /** The text of every file that this program writes. */
    private Map<Path, String> files() throws IOException {
        Map<Path, String> files = new LinkedHashMap<>();
        List<Described> core = described(root.resolve(CORE + "Catalogue.kt"));
        Path settings = root.resolve(CORE + "Settings.kt");
        files.put(settings, between(settings, core, Described::member));
        Path builder = root.resolve(CORE + "SettingsBuilder.kt");
        files.put(builder, between(builder, core, Described::assignableMember));
        for (Module module : MODULES) {
            List<Described> described = described(root.resolve(module.folder() + module.descriptions() + ".kt"));
            files.put(root.resolve(module.folder() + module.properties() + ".kt"), module.text(described));
        }
        return files;
    }

    /** Returns {@code file} with the result of {@code property} for each setting between its marks. */
    private static String between(Path file, List<Described> settings, Property property) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN);
        int end = text.indexOf(END);
        if (begin < 0 || end < begin) {
            throw new IOException(file + " lacks the marks between which properties are written:\n" + BEGIN + END);
        }
        String written = settings.stream().map(setting -> property.of(setting, settings)).collect(Collectors.joining("\n"));
        return text.substring(0, begin) + BEGIN + "\n" + written + "\n" + text.substring(end);
    }

    private static List<Described> described(Path file) throws IOException {
        String source = Files.readString(file);
        List<Described> found = new ArrayList<>();
        Matcher matcher = DESCRIPTION.matcher(source);
        while (matcher.find()) {
            List<String> arguments = arguments(source, matcher.end());
            String name = literal(arguments.get(0));
            Described setting = switch (matcher.group(2)) {
                case "flag" -> new Described(matcher.group(1), name, literal(arguments.get(1)), "Boolean", arguments.get(2));
                case "number" -> new Described(matcher.group(1), name, literal(arguments.get(1)), "Int", arguments.get(2));
                case "unit" -> new Described(matcher.group(1), name, literal(arguments.get(1)), "String", "");
                case "Setting" -> new Described(matcher.group(1), name, literal(arguments.get(1)), "String", literal(arguments.get(3)));
                default -> new Described(matcher.group(1), name, literal(arguments.get(1)), "String", literal(arguments.get(2)));
            };
            if (!setting.property().equals(camelCase(name))) {
                throw new IOException(file + ": " + name + " is described as " + setting.property() + ", not as " + camelCase(name));
            }
            found.add(setting);
        }
        return found;
    }

    /** Returns the arguments, as written, of the call whose parenthesis opens before {@code from}. */
    private static List<String> arguments(String source, int from) {
        List<String> arguments = new ArrayList<>();
        StringBuilder argument = new StringBuilder();
        int depth = 0;
        for (int i = from;; i++) {
            char character = source.charAt(i);
            if (character == '"') {
                Matcher string = LITERAL.matcher(source).region(i, source.length());
                string.lookingAt();
                argument.append(string.group());
                i = string.end() - 1;
                continue;
            }
            depth += "([{".indexOf(character) >= 0 ? 1 : ")]}".indexOf(character) >= 0 ? -1 : 0;
            if (depth < 0 || depth == 0 && character == ',') {
                arguments.add(argument.toString().strip());
                argument.setLength(0);
            } else {
                argument.append(character);
            }
            if (depth < 0) {
                return arguments;
            }
        }
    }

    /** Returns the text of one or several literals joined by {@code +}. */
    private static String literal(String argument) {
        return LITERAL.matcher(argument).results().map(literal -> literal.group(1)).collect(Collectors.joining());
    }

    /** Converts {@code OUTPUT_PATH} to {@code outputPath}. */
    private static String camelCase(String name) {
        String lower = name.toLowerCase();
        return Pattern.compile("_(.)").matcher(lower).replaceAll(letter -> letter.group(1).toUpperCase());
    }

    private interface Property {
        String of(Described setting, List<Described> all);
    }

    /**
     * A setting as described in the source.
     *
     * @param property its name as a property
     * @param name its name in the environment and files
     * @param text what it does
     * @param type the Kotlin type of its values
     * @param defaultValue the default as written in Kotlin, a text without quotation marks
     */
    private record Described(String property, String name, String text, String type, String defaultValue) {

        String member(List<Described> all) {
            return documentation("    ", all) + "    public val " + property + ": " + type + " get() = get(Catalogue." + property + ")\n";
        }

        String assignableMember(List<Described> all) {
            return """
                        /** See [Settings.%1$s]. */
                        public var %1$s: %2$s
                            get() = get(Catalogue.%1$s)
                            set(value) = assign(Catalogue.%1$s, value)
                    """.formatted(property, type);
        }

        String extension(Module module, List<Described> all) {
            return documentation("", all) + """
                    %4$spublic val Settings.%1$s: %2$s get() = get(%3$s.%1$s)

                    /** See [Settings.%1$s]. */
                    %4$spublic var SettingsBuilder.%1$s: %2$s
                        get() = get(%3$s.%1$s)
                        set(value) = assign(%3$s.%1$s, value)
                    """.formatted(property, type, module.descriptions(), module.mark().isEmpty() ? "" : "@" + module.mark() + "\n");
        }

        private String documentation(String margin, List<Described> all) {
            String sentence = linked(all) + " (`" + name + "`, " + (defaultValue.isEmpty() ? "empty" : shown(defaultValue)) + ").";
            String line = margin + "/** " + sentence + " */\n";
            if (line.length() <= WIDTH + 1) {
                return line;
            }
            StringBuilder block = new StringBuilder(margin + "/**\n");
            StringBuilder current = new StringBuilder(margin + " *");
            for (String word : sentence.split(" ")) {
                if (current.length() + 1 + word.length() > WIDTH) {
                    block.append(current).append('\n');
                    current = new StringBuilder(margin + " *");
                }
                current.append(' ').append(word);
            }
            return block.append(current).append('\n').append(margin).append(" */\n").toString();
        }

        private String linked(List<Described> all) {
            return NAME.matcher(text).replaceAll(word -> Matcher.quoteReplacement(link(word, all)));
        }

        private static String link(MatchResult word, List<Described> all) {
            return all.stream().filter(setting -> setting.name().equals(word.group())).findFirst()
                    .map(setting -> "[" + setting.property() + "]").orElse(word.group());
        }

        /** {@code 10_000} in its most readable form. */
        private static String shown(String value) {
            return value.matches("[\\d_]+") ? value.replace('_', ',') : value.contains("%") ? "`" + value + "`" : value;
        }
    }

    /**
     * A module with settings of its own.
     *
     * @param folder where its sources are
     * @param packageName their package
     * @param descriptions the file and the object that describe the settings
     * @param properties the generated file
     * @param mark the annotation of its properties, empty for none
     */
    private record Module(String folder, String packageName, String descriptions, String properties, String mark) {

        String text(List<Described> settings) {
            return """
                    // Written by '%s' from %s.kt.

                    @file:kotlin.jvm.JvmName("%s")

                    package %s

                    %simport timemory.settings.Settings
                    import timemory.settings.SettingsBuilder

                    """.formatted(COMMAND, descriptions, properties, packageName, mark.isEmpty() ? "" : "import timemory." + mark + "\n")
                    + settings.stream().map(setting -> setting.extension(this, settings)).collect(Collectors.joining("\n"));
        }
    }
}
