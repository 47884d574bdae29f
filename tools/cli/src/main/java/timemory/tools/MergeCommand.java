package timemory.tools;

import timemory.tools.io.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import timemory.export.data.internal.LostPercentilesKt;
import timemory.export.ranks.RankStatistics;
import timemory.export.wire.internal.WireFiles;
import timemory.output.ResultFormat;
import timemory.results.CallGraphNode;
import timemory.results.Results;
import timemory.settings.Settings;
import timemory.settings.SettingsBuilder;
import timemory.tools.io.Notices;
import timemory.tools.io.Progress;
import timemory.tools.merge.BlockMerge;
import timemory.tools.merge.Input;
import timemory.tools.merge.Inputs;
import timemory.tools.merge.NameList;
import timemory.tools.read.ResultFiles;
import timemory.tools.write.OutputFolder;

/** {@code timemory merge}: makes one set of results of those of several processes. */
@Command(
        name = "merge",
        description = "Merges the results of several processes: equal call paths are combined, sums, laps and statistics added up, "
                + "and differences between the processes are shown for each region.",
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Values that are not additive, such as a utilisation, have no sum over processes, only mean, minimum and maximum.",
            "",
            "Results that cannot be read are listed and skipped, and the exit status is then 1.",
            "",
            "Examples:",
            "  timemory merge run-*/timemory-output -o all",
            "  timemory merge job-4711 -o all -f text,html      # everything in it",
            "  find . -name '*.tmy' | timemory merge - -o all",
        })
public final class MergeCommand implements Callable<Integer> {

    private static final int MAX_KEPT = 4_096;
    private static final int MAX_NAMED = 20;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "1..*", paramLabel = "FILE|DIR|@LIST|-",
            description = "Results of one process each, or merged ones. Of a directory, the run that was written "
                    + "last, or those of all ranks, or the results in its subdirectories, or all of several files NAME.tmy. "
                    + "@LIST is a file with one name per line; - reads such a list from standard input.")
    private List<String> names;

    @Option(names = {"-o", "--output"}, paramLabel = "DIR", required = true, description = "Output directory.")
    private Path output;

    @Option(names = {"-f", "--format"}, paramLabel = "FORMATS", split = ",", completionCandidates = FormatIds.class,
            defaultValue = "text,compact,json,tree", description = "Formats to write: ${COMPLETION-CANDIDATES}. Default: ${DEFAULT-VALUE}")
    private List<String> formats;

    @Option(names = "--strict", description = "Stop at results that cannot be read, and write nothing.")
    private boolean strict;

    @Option(names = "--keep-processes",
            description = "Keep the values of each process for each region, not only their differences: for up to "
                    + MAX_KEPT + " processes. Shown by the HTML page and written to JSON.")
    private boolean keepProcesses;

    @Option(names = "--fold-numbers",
            description = "Combine regions whose labels differ only in numbers: 'request 12' and 'request 13' are "
                    + "'request #'.")
    private boolean foldNumbers;

    @Option(names = "--max-nodes", paramLabel = "N",
            description = "Maximum number of regions per component; beyond it the deepest and smallest are "
                    + "folded into regions '(others)'. Default: TIMEMORY_MAX_NODES")
    private @Nullable Integer maxNodes;

    @Option(names = "--workers", paramLabel = "N", hidden = true,
            description = "Number of threads. It does not affect the results.")
    private int workers = Runtime.getRuntime().availableProcessors();

    @Override
    public Integer call() throws InterruptedException {
        List<ResultFormat> kinds = FormatIds.parse(spec.commandLine(), String.join(",", formats));
        if (kinds.isEmpty()) {
            throw new ParameterException(spec.commandLine(), "--format has no value");
        }
        if (maxNodes != null && maxNodes < 1 || workers < 1) {
            throw new ParameterException(spec.commandLine(), "--max-nodes and --workers must be at least 1");
        }
        Consumer<String> notices = Notices.of(spec.commandLine());
        try {
            return merge(kinds, notices);
        } catch (IOException failure) {
            notices.accept(failure.getMessage());
        } catch (OutOfMemoryError ignored) {
            notices.accept(BlockMerge.NO_MEMORY);
        }
        return 1;
    }

    private int merge(List<ResultFormat> kinds, Consumer<String> notices) throws IOException, InterruptedException {
        Settings settings = Settings.load(new SettingsBuilder());
        OutputFolder folder = new OutputFolder(output, "--output");
        folder.requireWritable();
        List<String> broken = new ArrayList<>();
        List<Input> inputs = inputs(notices, broken);
        List<Path> files = inputs.stream().flatMap(input -> input.files().stream()).toList();
        folder.requireWithout(files);
        long processCount = inputs.stream().mapToLong(Input::processCount).sum();
        if (keepProcesses && processCount > MAX_KEPT) {
            throw new ParameterException(spec.commandLine(),
                    "--keep-processes supports at most " + MAX_KEPT + " processes, not " + processCount);
        }
        BlockMerge merge = new BlockMerge(inputs, maxNodes == null ? settings.getMaxNodes() : maxNodes, keepProcesses, strict,
                foldNumbers ? WireFiles::foldNumbers : null);
        byte[] merged = merge.merge(workers);
        broken.addAll(merge.broken());
        broken.stream().limit(MAX_NAMED).forEach(notices);
        if (broken.size() > MAX_NAMED) {
            notices.accept("and " + (broken.size() - MAX_NAMED) + " more that cannot be read");
        }
        if (merged == null) {
            notices.accept("none of the results can be read");
            return 1;
        }
        Results results = WireFiles.decode(merged);
        results.getProblems().stream().filter(MergeCommand::isAboutMerging).forEach(notices);
        if (isComparisonLost(results)) {
            notices.accept("differences between processes are unknown: some results were merged before and written in a format that does "
                    + "not keep them, unlike results.tmy and results.timemory.json");
        }
        folder.requireFree(results, kinds, settings, files);
        folder.write(results, kinds, settings, spec.commandLine().getOut()::println);
        if (!broken.isEmpty()) {
            notices.accept("written without " + broken.size() + " of " + (inputs.size() - merge.broken().size() + broken.size())
                    + " results, which cannot be read");
        }
        return broken.isEmpty() ? 0 : 1;
    }

    private static boolean isAboutMerging(String problem) {
        return problem.contains("folded into") || problem.equals(LostPercentilesKt.LOST_PERCENTILES);
    }

    private static boolean isComparisonLost(Results results) {
        List<CallGraphNode> roots = results.getGraphs().stream().flatMap(graph -> graph.getRoots().stream())
                .filter(root -> root.getInclusive().getLaps() > 0 && !root.getLabel().equals("(others)")).toList();
        return results.getProcessCount() > 1 && !roots.isEmpty() && roots.stream().allMatch(root -> RankStatistics.of(root) == null);
    }

    /** What is to be merged, in the order of ranks; what is wrong with the rest is added to {@code broken}. */
    private List<Input> inputs(Consumer<String> notices, List<String> broken) throws IOException {
        Inputs finding = new Inputs(output, notices, wrong -> note(wrong, broken));
        for (String name : names) {
            if (name.equals("-")) {
                addAll(new NameList("the standard input", System.in), finding, broken);
            } else if (name.startsWith("@")) {
                addListed(name.substring(1), finding, broken);
            } else {
                add(name, finding, broken);
            }
        }
        List<Input> found = finding.all();
        List<Input> readable = new ArrayList<>();
        try (Progress progress = new Progress("looking at " + found.size() + " results", found.size())) {
            for (int i = 0; i < found.size(); i++) {
                progress.reached(i);
                try {
                    found.get(i).readBegin();
                    readable.add(found.get(i));
                } catch (IOException failure) {
                    note(failure, broken);
                }
            }
        }
        return finding.ranked(finding.once(readable));
    }

    private void addListed(String list, Inputs finding, List<String> broken) throws IOException {
        try (InputStream content = Files.newInputStream(Path.of(list))) {
            addAll(new NameList("@" + list, content), finding, broken);
        } catch (FileSystemException | InvalidPathException exception) {
            note(new IOException("@" + list + ": " + ResultFiles.reasonOf(exception), exception), broken);
        }
    }

    private void addAll(NameList list, Inputs finding, List<String> broken) throws IOException {
        List<String> listed;
        try {
            listed = list.names();
        } catch (IOException exception) {
            note(exception, broken);
            return;
        }
        for (String name : listed) {
            add(name, finding, broken);
        }
    }

    private void add(String name, Inputs finding, List<String> broken) throws IOException {
        Path path;
        try {
            path = Path.of(name);
        } catch (InvalidPathException exception) {
            note(new IOException("'" + Terminal.visible(name) + "' is not a valid file name: " + exception.getReason(), exception), broken);
            return;
        }
        finding.add(path);
    }

    private void note(IOException wrong, List<String> broken) throws IOException {
        if (strict) {
            throw wrong;
        }
        broken.add(wrong.getMessage());
    }
}
