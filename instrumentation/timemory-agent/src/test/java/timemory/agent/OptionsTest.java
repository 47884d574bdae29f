package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import timemory.agent.option.AgentOption;
import timemory.agent.option.AgentOptions;
import timemory.agent.option.OptionText;

class OptionsTest {

    @Test
    void optionsComeThroughOneTextUnchanged() {
        List<String> options = List.of("include=a b;c'd\"e\\f%g", "components=x=y", "set=output_path=/tmp/ü/€", "exclude=%41");
        String text = OptionText.join(options);
        assertFalse(text.matches(".*[\\s'\"\\\\].*"), text);
        assertEquals(options, OptionText.split(text));
    }

    @Test
    void aTextWrittenByHandNeedsNoEscapes() {
        assertEquals(List.of("include=50% of it", "main=true"), OptionText.split(" include=50% of it ; main=true;"));
    }

    @Test
    void theFirstRuleThatMatchesNamesTheComponents() {
        AgentOptions options = AgentOptions.parse("components=peak_rss;components=^com=wall_clock,read_bytes");
        assertEquals("peak_rss", options.components);
        assertEquals("wall_clock,read_bytes", options.componentRules.values().iterator().next());
    }

    @Test
    void everyOptionOfTheCatalogueIsRead(@TempDir Path folder) throws IOException {
        Path learned = Files.writeString(folder.resolve("learned"), "timemory-functions 1\n");
        Map<AgentOption, String> values = new EnumMap<>(Map.of(AgentOption.PRESET, "web", AgentOption.LEARNED, learned.toString(),
                AgentOption.LABEL, "file", AgentOption.PROFILE, "methods", AgentOption.SET, "name=value", AgentOption.MODE, "region"));
        for (AgentOption option : AgentOption.values()) {
            String line = switch (option.kind()) {
                case FLAG, OPTIONAL_TEXT -> option.id();
                case NUMBER -> option.id() + "=1";
                case TEXT, LIST, FILE -> option.id() + '=' + values.getOrDefault(option, "some");
            };
            assertEquals(Set.of(option), AgentOptions.parse(line).given);
        }
    }

    @Test
    void wrongOptionsAreNamedWithTheirValue() {
        assertRefused("nonsense=1", "there is no option 'nonsense' (timemory run --help lists them)");
        assertRefused("min-size=-1", "option min-size must be a whole number of at least 0, not '-1'");
        assertRefused("jdk=maybe", "option jdk must be true or false, not 'maybe'");
        assertRefused("include=a(", "'a(' is not a regular expression: Unclosed group at character 3");
        assertRefused("include=class: ", "the pattern 'class:' is empty");
        assertRefused("set=x", "'x' has no value: write set=NAME=VALUE");
    }

    private static void assertRefused(String options, String message) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, () -> AgentOptions.parse(options)).getMessage());
    }

    @Test
    void samplesAloneNeedNoFunctionsUnlessTheseAreChosen() {
        AgentOptions samples = AgentOptions.parse("sample=cpu,wall");
        assertTrue(samples.samples);
        assertFalse(samples.functions);
        assertEquals("cpu,wall", samples.settings.get("sampling"));
        assertEquals("cpu", AgentOptions.parse("sample").settings.get("sampling"));
        for (String choice : List.of("include=Db", "all-functions", "main", "components=cpu_clock", "functions=true", "exclude=Db")) {
            assertTrue(AgentOptions.parse("sample;" + choice).functions, choice);
        }
        AgentOptions none = AgentOptions.parse("sample=false");
        assertTrue(none.functions && !none.samples);
        assertNull(none.settings.get("sampling"));
    }
}
