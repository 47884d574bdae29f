import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes the sources that repeat one pattern for two to eight components: neither Kotlin nor Java has variadic generics.
 *
 * <pre>
 * java timemory-dsl/codegen/arities/Arities.java            writes them
 * java timemory-dsl/codegen/arities/Arities.java --check    fails where a file or an original is not what its template says
 * </pre>
 *
 * <p>The variant for one component is written by hand, with the full documentation: {@code Measure.kt} is the original of {@code
 * MeasureArities.kt}. To change the pattern, change both the original and the template ({@code MeasureArities.kt.template}, in this folder)
 * and run this program.
 *
 * <p>The text between {@code #each} and {@code #end} in a template is repeated for each number of components. There,
 * <ul>
 *   <li>{@code #} is the number, {@code #word} the number in words, {@code #last} the index of the last component;
 *   <li><code>{{...}}</code> is a list, written for the first component. Each following one increments {@code A}, {@code a}, {@code first}
 *       and every digit: <code>{{Class&lt;A> first}}</code> becomes {@code Class<A> first, Class<B> second};
 *   <li><code>{{...||...}}</code> gives the separator of two components after the bars, incremented like the second of them. The default is
 *       a comma, or the end of the line if the list is alone on its line;
 *   <li><code>{{-...}}</code> is a list from the last component to the first.
 * </ul>
 */
final class Arities {

    private static final int MAX_ARITY = 8;

    /** Maps the files to write to their packages. */
    private static final List<Output> OUTPUTS = List.of(
            new Output("timemory-dsl/common/src/bundle/BundlesArities.kt", "timemory.bundle"),
            new Output("timemory-dsl/common/src/BundleFunctionsArities.kt", "timemory"),
            new Output("timemory-dsl/common/src/MeasureArities.kt", "timemory"),
            new Output("timemory-dsl/common/src/internal/callgraph/EnterArities.kt", "timemory.internal.callgraph"),
            new Output("timemory-dsl/common/src/internal/callgraph/StartStopArities.kt", "timemory.internal.callgraph"),
            new Output("timemory-dsl/common/src/MeasureSuspendingArities.kt", "timemory"),
            new Output("timemory-dsl/jvm/src/BundlesArities.java", "timemory"),
            new Output("integrations/timemory-test/src/main/kotlin/MeasuredByArities.kt", "timemory.test"),
            new Output("components/timemory-sampling/common/src/sampling/interval/SampleArities.kt", "timemory.sampling.interval"));

    /** Maps the names that templates use to their packages. Names from packages other than the file's own are imported. */
    private static final Map<String, String> PACKAGES = Map.ofEntries(
            Map.entry("timemory", "Component ExperimentalTimemoryApi Scope bundle typeKey"),
            Map.entry("timemory.bundle", "Bundle Bundle# BundleBuilder Lap Measured# Region"),
            Map.entry("timemory.internal.callgraph", "ComponentSet ComponentSetsKt Node ThreadGraph beginClosing closeSuspending componentSet enter"
                    + " graphHere noComponents openSuspending recording start# startAll startFailed stop# stopAll stopFailed"),
            Map.entry("timemory.settings", "SettingsBuilder"),
            Map.entry("kotlin.contracts", "ExperimentalContracts InvocationKind contract"),
            Map.entry("kotlin.coroutines", "coroutineContext"),
            Map.entry("kotlin.jvm", "JvmName JvmSynthetic"),
            Map.entry("kotlin.time", "Duration"),
            Map.entry("kotlin.time.Duration.Companion", "milliseconds"),
            Map.entry("java.util.function", "Consumer Supplier"),
            Map.entry("org.jspecify.annotations", "NullMarked Nullable"),
            Map.entry("io.kotest.core.spec", "AbstractSpec"));

    private static final List<String> WORDS = List.of("one", "two", "three", "four", "five", "six", "seven", "eight");
    private static final List<String> ORDINALS = List.of("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth");

    private static final Pattern LISTS = Pattern.compile("\\{\\{(-?)(.*?)(?:\\|\\|(.*?))?}}");
    private static final Pattern COUNTED = Pattern.compile("\\b[Aa]\\b|\\bfirst\\b|\\d");
    private static final Pattern COMMENTS = Pattern.compile("/\\*.*?\\*/|//[^\n]*", Pattern.DOTALL);

    /** The length at which lines are broken. */
    private static final int WIDTH = 140;

    /** Starts a declaration that the original lacks, or has in another form. */
    private static final String UNLIKE_ORIGINAL = "// Unlike for one component";

    private static final String COMMAND = "java timemory-dsl/codegen/arities/Arities.java";

    private final Path root;

    private Arities(Path root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws IOException {
        boolean check = List.of(arguments).equals(List.of("--check"));
        if (arguments.length > 0 && !check) {
            System.err.println("usage: " + COMMAND + " [--check]");
            System.exit(2);
        }
        Arities arities = new Arities(repository());
        if (!check) {
            arities.write();
            return;
        }
        List<String> faults = arities.faults();
        faults.forEach(System.err::println);
        System.exit(faults.isEmpty() ? 0 : 1);
    }

    /** The folder that contains the outputs' paths: the current one, or a parent. */
    private static Path repository() throws IOException {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve("timemory-dsl/codegen/arities"))) {
                return folder;
            }
        }
        throw new IOException("no folder timemory-dsl/codegen/arities here or in a folder above: run this in the repository");
    }

    private void write() throws IOException {
        for (Output output : OUTPUTS) {
            Files.writeString(root.resolve(output.path()), text(output));
        }
    }

    private List<String> faults() throws IOException {
        List<String> faults = new ArrayList<>();
        for (Output output : OUTPUTS) {
            Path file = root.resolve(output.path());
            if (!Files.exists(file) || !Files.readString(file).equals(text(output))) {
                faults.add(output.path() + " is not what is generated: change " + output.template() + " instead, then run " + COMMAND);
            }
            String original = code(Files.readString(root.resolve(output.original())));
            for (String declaration : expand(template(output).each(), 1).split("\n\n")) {
                if (!declaration.startsWith(UNLIKE_ORIGINAL) && !original.contains(code(declaration))) {
                    faults.add(output.original() + " does not have what " + output.template() + " says for one component:\n" + declaration);
                }
            }
        }
        return faults;
    }

    /** Returns {@code source} without comments and white space. A variable that steps through components counts as a value. */
    private static String code(String source) {
        return COMMENTS.matcher(source).replaceAll("").replace("var index", "val index").replaceAll("\\s", "");
    }

    private Template template(Output output) throws IOException {
        return Template.of(Files.readString(root.resolve(output.template())));
    }

    private String text(Output output) throws IOException {
        Template template = template(output);
        List<String> repeats = new ArrayList<>();
        for (int n = 2; n <= MAX_ARITY; n++) {
            repeats.add(expand(template.each(), n));
        }
        String text = template.head() + String.join("\n\n", repeats) + template.tail();
        return "// Generated by '" + COMMAND + "': change " + output.template() + " instead.\n\n"
                + text.replace("#package", output.packageAndImports(COMMENTS.matcher(text).replaceAll("")));
    }

    /** Expands {@code each} for {@code n} components. */
    private static String expand(String each, int n) {
        List<String> lines = new ArrayList<>();
        for (String line : each.split("\n")) {
            String indent = line.substring(0, line.length() - line.stripLeading().length());
            String lineEnd = LISTS.matcher(line.strip()).matches() ? "\n" + indent : "";
            String expanded = LISTS.matcher(line).replaceAll(list -> Matcher.quoteReplacement(expand(list, n, lineEnd)));
            String numbered = expanded.replace("#word", WORDS.get(n - 1)).replace("#last", "" + (n - 1)).replace("#", "" + n);
            lines.add(wrapped(numbered, indent));
        }
        return String.join("\n", lines);
    }

    /**
     * Expands the list for {@code n} components; {@code lineEnd} ends each of its lines if the list has its own lines, and is empty
     * otherwise.
     */
    private static String expand(MatchResult list, int n, String lineEnd) {
        boolean isDescending = !list.group(1).isEmpty();
        String between = list.group(3) != null ? lineEnd + list.group(3) + lineEnd : lineEnd.isEmpty() ? ", " : lineEnd;
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < n; i++) {
            int component = isDescending ? n - 1 - i : i;
            if (i > 0) {
                text.append(counted(between, component));
            }
            text.append(counted(list.group(2), component));
        }
        return text.toString();
    }

    /** Converts {@code item}, written for the first component, to {@code component}. */
    private static String counted(String item, int component) {
        return COUNTED.matcher(item).replaceAll(match -> match.group().equals("first")
                ? ORDINALS.get(component)
                : "" + (char) (match.group().charAt(0) + component));
    }

    /** Breaks {@code line} after commas and operators if it is too long. */
    private static String wrapped(String line, String indent) {
        if (line.length() <= WIDTH || line.contains("\n")) {
            return line;
        }
        int end = Math.max(line.lastIndexOf(", ", WIDTH - 1) + 1, line.lastIndexOf("&& ", WIDTH - 2) + 2);
        return line.substring(0, end) + "\n" + wrapped(indent + " ".repeat(8) + line.substring(end + 1), indent);
    }

    private record Template(String head, String each, String tail) {

        static Template of(String text) {
            int each = text.indexOf("#each\n");
            int end = text.indexOf("\n#end\n");
            String head = text.substring(0, each);
            return new Template(head, text.substring(each + "#each\n".length(), end), text.substring(end + "\n#end".length()));
        }
    }

    private record Output(String path, String packageName) {

        String template() {
            return "timemory-dsl/codegen/arities/" + Path.of(path).getFileName() + ".template";
        }

        String original() {
            return path.replace("Arities.", ".");
        }

        /** Returns the package declaration, and an import of every name in {@code code} from another package. */
        String packageAndImports(String code) {
            String semicolon = path.endsWith(".java") ? ";" : "";
            TreeSet<String> imports = new TreeSet<>();
            PACKAGES.forEach((home, names) -> {
                for (String name : names.split(" +")) {
                    if (!semicolon.isEmpty() && Character.isLowerCase(name.charAt(0))) {
                        continue; // Java imports no functions.
                    }
                    for (int n = 2; n <= MAX_ARITY; n++) {
                        String numbered = name.replace("#", "" + n);
                        if (!home.equals(packageName) && Pattern.compile("\\b" + numbered + "\\b").matcher(code).find()) {
                            imports.add("import " + home + "." + numbered + semicolon);
                        }
                    }
                }
            });
            String packageLine = "package " + packageName + semicolon;
            return imports.isEmpty() ? packageLine : packageLine + "\n\n" + String.join("\n", imports);
        }
    }
}
