package timemory.agent.option;

import java.util.List;
import java.util.Locale;
import timemory.agent.select.FunctionPattern;

/** Functions called by frameworks, recognised by their annotations: however small they are, each is worth a line in the results. */
enum Preset {
    /** Request handlers in Spring, Jakarta RESTful Web Services and Micronaut. */
    WEB("^org\\.springframework\\.web\\.bind\\.annotation\\.(Rest|Request|Get|Post|Put|Delete|Patch)(Controller|Mapping)$",
            "^org\\.springframework\\.stereotype\\.Controller$",
            "^(jakarta|javax)\\.ws\\.rs\\.(Path|GET|POST|PUT|DELETE|PATCH|HEAD|OPTIONS)$",
            "^io\\.micronaut\\.http\\.annotation\\.(Controller|Get|Post|Put|Delete|Patch)$"),

    /** Tests and their setup and teardown in JUnit and TestNG. */
    TESTS("^org\\.junit\\.(Test|Before|After|BeforeClass|AfterClass)$",
            "^org\\.junit\\.jupiter\\.api\\.(Test|RepeatedTest|TestFactory|TestTemplate|BeforeEach|AfterEach|BeforeAll|AfterAll)$",
            "^org\\.junit\\.jupiter\\.params\\.ParameterizedTest$",
            "^org\\.testng\\.annotations\\.(Test|BeforeMethod|AfterMethod|BeforeClass|AfterClass)$");

    private final List<String> annotations;

    Preset(String... annotations) {
        this.annotations = List.of(annotations);
    }

    /**
     * Returns the preset with the name {@code text}.
     *
     * @throws IllegalArgumentException if there is none
     */
    static Preset of(String text) {
        for (Preset preset : values()) if (preset.name().toLowerCase(Locale.ROOT).equals(text)) return preset;
        throw new IllegalArgumentException("option preset must be web or tests, not '" + text + "'");
    }

    List<FunctionPattern> patterns() {
        return annotations.stream().map(annotation -> FunctionPattern.of("annotation:" + annotation)).toList();
    }
}
