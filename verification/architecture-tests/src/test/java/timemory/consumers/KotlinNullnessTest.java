package timemory.consumers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static timemory.tests.Repository.module;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The public Java API in Kotlin, where nullness annotations are part of the types. JSpecify itself is not on the class path: programs that
 * use timemory have no dependency on it.
 */
class KotlinNullnessTest {
    private static final List<String> MODULES = List.of("timemory-dsl", "timemory-jvm", "timemory-counters", "timemory-live",
            "timemory-live-http", "timemory-roofline", "timemory-gotcha-native", "timemory-bridges", "timemory-spring",
            "timemory-test");

    private static final String IMPORTS = """
            import java.util.concurrent.Callable
            import java.util.function.Supplier
            import timemory.*
            import timemory.bridges.*
            import timemory.context.*
            import timemory.jvm.gotcha.*
            import timemory.jvm.spi.RouteLabel
            import timemory.live.LiveMXBean
            import timemory.live.http.*
            import timemory.nativecalls.*
            import timemory.roofline.JvmKernels
            import timemory.spring.*
            import timemory.test.Budgets
            """;

    private static final String CALLER = IMPORTS + """

            private val tools = Bundles.of(WallClock::class.java)
            private val scoped = Bundles.of(null, WallClock::class.java, PeakRss::class.java)

            fun values(text: String?): Int {
                val found: String? = tools.get("find", Supplier<String?> { text })
                val read: String = tools.call("read", Callable { text.orEmpty() })
                val thrown: String? = tools.getThrowing<String?, Exception>("throw") { text }
                val measured: String? = Bundles.measured(tools, "measure", Supplier<String?> { text }).result
                val later: String? = ContextPropagation.wrapSupplier(Supplier<String?> { text }).get()
                return (found?.length ?: 0) + read.length + (thrown?.length ?: 0) + (measured?.length ?: 0) + (later?.length ?: 0)
            }

            class Seen : Audit {
                override fun incoming(function: CalledFunction, arguments: Array<Any?>) = println(function.name + arguments.firstOrNull())
                override fun outgoing(function: CalledFunction, result: Any?) = println(function.owner + result)
            }

            fun live(bean: LiveMXBean): String? {
                val headers = mapOf("Host" to "localhost")
                val request = LiveRequest("GET", "/timemory", "/", null) { headers[it] }
                LiveHandler.unauthenticated().answer(request).use { it.writeTo(java.io.ByteArrayOutputStream()) }
                return LiveHttp.url() ?: bean.socket ?: request.query ?: JvmKernels.vectorUnavailableReason()
            }

            fun others(span: OtelSpan): Double {
                println(RouteLabel.of("GET", null) + span.traceId?.length)
                span.attach()?.close()
                NativeGotcha.permit("libc:connect", listOf("libnet"), object : NativeAudit {}).close()
                println(TimemoryProperties.LivePage("", null).tokenFile?.fileName)
                return TimemoryEndpoint().regions().values.flatten().sumOf { it.self ?: it.value }
            }
            """;

    /** One in a line: each must be refused. */
    private static final List<String> MISUSES = List.of(
            "fun noComponents() = Bundles.of(null as String?)",
            "fun noClass() = Bundles.of(null as Class<WallClock>?)",
            "fun noLabel() = Bundles.of(WallClock::class.java).run(null, Runnable {})",
            "fun value() = Bundles.of(WallClock::class.java).get(\"get\", Supplier<String?> { null }).length",
            "fun measured() = Bundles.measured(Bundles.of(WallClock::class.java), \"get\", Supplier<String?> { null }).result.length",
            "fun noTracker() = Trackers.markBegin(null as Class<LongTracker>?, 1L)",
            "fun noTask() = ContextPropagation.wrap(null as Runnable?)",
            "fun task(task: PropagatingTask<String>) = task.rawResult.length",
            "class Seen : Audit { override fun outgoing(function: CalledFunction, result: Any) {} }",
            "fun gotcha(type: GotchaType<*>) = type.unavailableReason().length",
            "fun function(function: CalledFunction?) = CalledFunction(null, \"exp\", function!!.type, true)",
            "fun noMethod() = RouteLabel.of(null, \"/\")",
            "fun socket(bean: LiveMXBean) = bean.socket.length",
            "fun url() = LiveHttp.url().length",
            "fun noAddress() = LiveHttp.open(null, \"0123456789abcdef\")",
            "fun query(request: LiveRequest) = request.query.length",
            "fun header(request: LiveRequest) = request.header.apply(\"Host\").length",
            "fun noAudit() = NativeGotcha.permit(\"libc:connect\", listOf(\"libnet\"), null)",
            "fun kernels() = JvmKernels.vectorUnavailableReason().length",
            "fun trace(span: OtelSpan) = span.traceId.length",
            "fun span(span: OtelSpan) = span.attach().close()",
            "fun self() = TimemoryEndpoint().regions().values.flatten().sumOf { it.self + 1.0 }",
            "fun token() = TimemoryProperties.LivePage(\"\", null).tokenFile.fileName",
            "fun noPage() = TimemoryProperties.LivePage(null, null)",
            "fun noBlock() = Budgets.assertAllocation(null)");

    @TempDir
    Path folder;

    private KotlinCompiler.Outcome compile(String source) throws IOException, InterruptedException {
        KotlinCompiler compiler = new KotlinCompiler("2.2.21", folder);
        List<String> classPath = new ArrayList<>(List.of(compiler.runtime()));
        for (String module : MODULES) {
            classPath.add(module(module).resolve("target/classes").toString());
        }
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar") && !entry.contains("jspecify") && !entry.contains("kotlin-stdlib"))
                .forEach(classPath::add);
        return compiler.compile(Files.writeString(folder.resolve("Caller.kt"), source), String.join(File.pathSeparator, classPath),
                "-Werror", "-Xjsr305=strict", "-Xnullability-annotations=@org.jspecify.annotations:strict",
                "-opt-in=timemory.ExperimentalTimemoryApi");
    }

    @Test
    void aStrictCallerCompilesWithoutWarnings() throws Exception {
        compile(CALLER).ofSuccess();
    }

    @Test
    void aStrictCallerIsRefusedEachMisuseOfNull() throws Exception {
        KotlinCompiler.Outcome outcome = compile(IMPORTS + String.join("\n", MISUSES) + "\n");
        assertNotEquals(0, outcome.code());
        int first = (int) IMPORTS.lines().count() + 1;
        Set<String> refused = Pattern.compile("Caller\\.kt:(\\d+):\\d+: error: ").matcher(outcome.output()).results()
                .map(error -> MISUSES.get(Integer.parseInt(error.group(1)) - first))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> accepted = MISUSES.stream().filter(misuse -> !refused.contains(misuse)).toList();
        assertEquals(List.of(), accepted, outcome.output());
    }
}
