package timemory.architecture;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The layers of the core and of the modules on it, lowest first: a class uses only classes of its own and lower layers. {@code
 * docs/dev/architecture.md} draws them in the same order under the same names.
 *
 * <p>A layer is one or more packages. The API for users is in one package, {@code timemory}, and spans several layers, as does the API for
 * integrations, {@code timemory.spi}: there the source file determines the layer. A file that no layer names belongs to {@link
 * #COMPONENTS}, where most new ones go, or to {@link #CALL_GRAPH} in {@code timemory.spi}.
 */
enum Layer {
    LEAN("lean", List.of("timemory.internal.lean")),
    VOCABULARY("vocabulary", List.of(), "Binding Category ExperimentalTimemoryApi InternalTimemoryApi Quantities Quantity "
            + "TimemoryDsl"),
    TEXT("text", List.of("timemory.internal.text")),
    PLATFORM("platform", List.of("timemory.internal.platform"), "TemporaryFolder"),
    PROBLEMS("problems", List.of("timemory.internal.problems"), "Problems"),
    SETTINGS("settings", List.of("timemory.settings")),
    CLOCKS("clocks", List.of("timemory.internal.clock")),
    SOURCES("sources", List.of("timemory.internal.source")),
    STATISTICS("statistics", List.of("timemory.statistics")),
    KINDS("kinds", List.of(), "Component ComponentType DelegatingType DoubleComponent DoubleTracker JvmDescribedBy JvmTypes LateComponent "
            + "LongComponent LongDeltaComponent LongTracker MarkerComponent OfRuntimeType Rate RatioComponent RenamedType RuntimeComponent "
            + "Secondaries SharedReadings "
            + "Stream StreamComponent SumComponent SystemComponent Totals ValueComponent ValueTracker"),
    COMPONENTS("components", List.of("timemory")),
    RESULTS("results", List.of("timemory.results")),
    OUTPUT("output", List.of("timemory.output")),
    CALL_GRAPH("call graph", List.of("timemory.internal.callgraph"), "CallContext ContextScope OpenRegion Scope SessionListener Strand"),
    BUNDLES("bundles", List.of("timemory.bundle"), "BundleFunctions BundleFunctionsArities Bundles BundlesArities SelectedComponents "
            + "SuspendingRegions JvmPushedComponents MeasuredLaps NamedBundles NamedComponents Store ToolComponents Trackers"),
    DSL("dsl", List.of(), "JvmMeasured Measure MeasureArities MeasureSuspending MeasureSuspendingArities "
            + "Measured MeasuredCoroutines SessionBuilder Timemory"),
    CONTEXT("context", List.of("timemory.context")),
    INSTRUMENT("instrument", List.of("timemory.instrument")),
    COUNTERS("counters", List.of("timemory.counters")),
    SAMPLING("sampling", List.of("timemory.sampling")),
    LIVE("live", List.of("timemory.live")),
    NATIVE_CALLS("native calls", List.of("timemory.nativecalls")),
    GPU("gpu", List.of("timemory.gpu")),
    LAUNCHERS("launchers", List.of("timemory.mpi.launched")),
    RANKS("ranks", List.of("timemory.export.ranks")),
    FORMATS("formats", List.of("timemory.export.internal")),
    PICTURES("pictures", List.of("timemory.plot")),
    DATA("data", List.of("timemory.export.data", "timemory.export.data.internal", "timemory.export.wire",
            "timemory.export.wire.internal", "timemory.export.tasks")),
    MPI("mpi", List.of("timemory.mpi", "timemory.nccl", "timemory.kokkos", "timemory.openmp")),
    EXPORT("export", List.of("timemory.export")),
    ROOFLINE("roofline", List.of("timemory.roofline")),
    FORWARDING("forwarding", List.of("timemory.forwarding")),
    LIVE_HTTP("live http", List.of("timemory.live.http", "timemory.live.otlp")),
    JVM("jvm", List.of("timemory.jvm", "timemory.jvm.ffm", "timemory.jvm.gotcha", "timemory.jvm.spi"));

    /** Packages whose files belong to several layers. */
    static final Set<String> SEVERAL_LAYERS = Set.of("timemory", "timemory.spi");

    /** The name in the docs. */
    final String title;

    private final List<String> packages;
    private final Set<String> files;

    Layer(String title, List<String> packages) {
        this(title, packages, "");
    }

    Layer(String title, List<String> packages, String files) {
        this.title = title;
        this.packages = packages;
        this.files = files.isEmpty() ? Set.of() : Set.of(files.split(" "));
    }

    /** The layer of a class, none if its module is not part of the order. */
    static Optional<Layer> of(String packageName, String sourceFile) {
        if (SEVERAL_LAYERS.contains(packageName)) {
            Layer otherwise = packageName.equals("timemory") ? COMPONENTS : CALL_GRAPH;
            return Optional.of(Arrays.stream(values()).filter(layer -> layer.files.contains(sourceFile)).findFirst().orElse(otherwise));
        }
        return Arrays.stream(values()).filter(layer -> layer.packages.contains(packageName)).findFirst();
    }

    /** The files of {@link #SEVERAL_LAYERS} that it names. */
    Set<String> files() {
        return files;
    }
}
