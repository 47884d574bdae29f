package timemory.spring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.task.TaskDecorator;
import org.springframework.web.servlet.DispatcherServlet;
import timemory.Timemory;
import timemory.bridges.OtelSpan;
import timemory.live.http.LiveServlet;
import timemory.results.Results;
import timemory.settings.SettingsBuilder;

/** A Spring Boot program with the starter, in a real server. */
class StarterTest {
    private static final String TOKEN = "a-token-of-the-tests";

    private final HttpClient client = HttpClient.newHttpClient();
    private ConfigurableApplicationContext program;

    @TempDir
    private Path directory;

    @BeforeEach
    void begin() {
        SettingsBuilder settings = new SettingsBuilder();
        settings.setFileOutput(false);
        settings.setCoutOutput(false);
        Timemory.init(settings);
    }

    @AfterEach
    void end() {
        if (program != null) program.close();
        if (Timemory.isInitialized()) Timemory.finalize();
    }

    @Test
    void requestsAreRegionsByTheirRoutesHoweverManyThreadsAnswerThem() throws Exception {
        start(Map.of("timemory.sql.enabled", "true"));
        for (int i = 0; i < 3; i++) assertEquals("thing " + i, get("/orders/" + i).body());
        assertEquals("tea", get("/stock/tea").body());
        assertEquals("later", get("/later").body());
        assertEquals("deferred", get("/deferred").body());
        assertEquals(500, get("/fails").statusCode());
        assertEquals(404, get("/nowhere/secret").statusCode());
        program.close();
        Results results = Timemory.finalize();
        assertEquals(List.of(), results.getProblems());
        assertEquals(List.of(
                "CREATE orders 1", "INSERT orders 10", "request 8", "request > GET /** 1", "request > GET /deferred 1",
                "request > GET /fails 1", "request > GET /later 1", "request > GET /later > wait 1", "request > GET /orders/{id} 3",
                "request > GET /orders/{id} > SELECT orders 3", "request > GET /stock/{thing} 1", "request > GET /stock/{thing} > look 1"),
                paths(results));
    }

    @Test
    void requestsThatComeWithATraceArePartOfIt() throws Exception {
        InMemorySpanExporter spans = InMemorySpanExporter.create();
        try (SdkTracerProvider provider = SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build()) {
            OtelSpan.use(OpenTelemetrySdk.builder().setTracerProvider(provider).build());
            start(Map.of("timemory.requests.components", "wall_clock, otel_span"));
            String trace = "4bf92f3577b34da6a3ce929d0e0e4736";
            get("/orders/1", "traceparent", "00-" + trace + "-00f067aa0ba902b7-01");
            get("/orders/2", "traceparent", "nonsense");
            get("/orders/3");
            program.close();
            Timemory.finalize();
            List<SpanData> all = spans.getFinishedSpanItems();
            assertEquals(6, all.size());
            SpanData request = spanOf(all, "request", trace);
            assertEquals("00f067aa0ba902b7", request.getParentSpanId());
            assertEquals(request.getSpanId(), spanOf(all, "GET /orders/{id}", trace).getParentSpanId());
            assertEquals(3, all.stream().map(SpanData::getTraceId).distinct().count());
        } finally {
            OtelSpan.use(null);
        }
    }

    private static SpanData spanOf(List<SpanData> all, String name, String trace) {
        return all.stream().filter(span -> span.getName().equals(name) && span.getTraceId().equals(trace)).findFirst().orElseThrow();
    }

    @Test
    void actuatorAndLivePageShowTheSameRegions() throws Exception {
        Path token = Files.writeString(directory.resolve("token"), TOKEN + "\n");
        start(Map.of("management.endpoints.web.exposure.include", "timemory", "timemory.live-page.path", "/measured",
                "timemory.live-page.token-file", token.toString()));
        for (int i = 0; i < 3; i++) get("/orders/" + i);
        String regions = get("/actuator/timemory").body();
        assertTrue(regions.contains("\"region\":[\"request\",\"GET /orders/{id}\"],\"laps\":3,"), regions);
        assertEquals(401, get("/measured/metrics").statusCode());
        String metrics = get("/measured/metrics", "Authorization", "Bearer " + TOKEN).body();
        assertTrue(metrics.contains("timemory_wall_clock_laps_total{region=\"GET /orders/{id}\"} 3"), metrics);
    }

    @Test
    void nothingIsOpenAndNothingMeasuredThatTheProgramDoesNotWant() throws Exception {
        start(Map.of("timemory.requests.enabled", "false"));
        assertEquals("thing 1", get("/orders/1").body());
        assertEquals(404, get("/actuator/timemory").statusCode());
        assertEquals(List.of(), Timemory.finalize().getGraphs());
    }

    @Test
    void programsWithoutAServerHaveTheirTasksCarried() {
        SpringApplication application = new SpringApplication(TimemoryAutoConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        program = application.run();
        assertEquals(1, program.getBeansOfType(TaskDecorator.class).size());
        assertEquals(0, program.getBeansOfType(RouteInterceptor.class).size());
    }

    @Test
    void eachPartIsLeftOutWhereItsLibraryIsMissing() {
        for (Class<?> missing : List.<Class<?>>of(DispatcherServlet.class, Endpoint.class, LiveServlet.class)) {
            new WebApplicationContextRunner()
                    .withConfiguration(AutoConfigurations.of(TimemoryAutoConfiguration.class))
                    .withPropertyValues("timemory.live-page.path=/measured", "management.endpoints.web.exposure.include=*")
                    .withClassLoader(new FilteredClassLoader(missing))
                    .run(context -> {
                        assertNull(context.getStartupFailure(), () -> missing + ": " + context.getStartupFailure());
                        assertEquals(missing == DispatcherServlet.class, !context.containsBean("timemoryRoutes"));
                        assertEquals(missing == Endpoint.class, !context.containsBean("timemoryEndpoint"));
                        assertEquals(missing == LiveServlet.class, !context.containsBean("timemoryLivePage"));
                    });
        }
    }

    @Test
    void settingsOfTheProgramsConfigurationAreTimemorys() {
        Timemory.finalize();
        SpringApplication application = new SpringApplication(TimemoryAutoConfiguration.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        program = application.run(
                "--timemory.settings.file-output=false", "--timemory.settings.cout-output=false", "--timemory.settings.max-nodes=777");
        assertEquals(777, Timemory.getSettings().getMaxNodes());
        application.run("--timemory.settings.max-nodes=888").close();
        assertTrue(
                Timemory.finalize().getProblems().get(0).startsWith("timemory.settings of the program's configuration are not in force"));
        Throwable failure = assertThrows(RuntimeException.class, () -> application.run("--timemory.settings.flush-intervall=30s"));
        while (failure.getCause() != null) failure = failure.getCause();
        assertTrue(failure.getMessage().contains("FLUSH_INTERVAL"), failure.getMessage());
    }

    @Test
    void measuredDataSourcesCanBeUnwrapped() throws Exception {
        JdbcDataSource source = new JdbcDataSource();
        source.setUrl("jdbc:h2:mem:unwrapped");
        DataSource measured = MeasuredSql.of(source, timemory.Bundles.of("wall_clock"));
        assertTrue(measured.isWrapperFor(JdbcDataSource.class));
        assertFalse(measured.isWrapperFor(null), "as the data source answers it");
        assertEquals(source, measured.unwrap(JdbcDataSource.class));
        try (var connection = measured.getConnection(); var statement = connection.createStatement()) {
            assertThrows(java.sql.SQLException.class, () -> statement.execute("SELECT broken"));
            try (var rows = statement.executeQuery("SELECT 'password FROM vault'")) {
                assertTrue(rows.next());
            }
        }
        assertEquals(List.of("SELECT 2"), paths(Timemory.finalize()));
    }

    private void start(Map<String, String> properties) {
        SpringApplication application = new SpringApplication(Shop.class);
        List<String> arguments = new ArrayList<>(List.of("--server.port=0", "--spring.main.banner-mode=off", "--logging.level.root=off",
                "--spring.datasource.url=jdbc:h2:mem:shop" + System.nanoTime()));
        properties.forEach((name, value) -> arguments.add("--" + name + "=" + value));
        program = application.run(arguments.toArray(String[]::new));
    }

    private HttpResponse<String> get(String path, String... headers) throws Exception {
        int port = program.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(60));
        if (headers.length > 0) request.headers(headers);
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static List<String> paths(Results results) {
        return RegionPaths.of(results, "wall_clock");
    }
}
