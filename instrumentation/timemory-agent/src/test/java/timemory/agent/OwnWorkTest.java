package timemory.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** Large programs do the same work with all of their methods measured. */
class OwnWorkTest {
    private static final String SQL = """
            create table t(id int primary key, name varchar(100), v double, j json, d timestamp);
            insert into t select x, 'name' || x, x * 1.5, json_object('k': x), timestamp '2020-01-01 00:00:00' + x * interval '1' minute
                from system_range(1, 500);
            create index i on t(name);
            select count(*), avg(v) from t where name like 'name1%';
            select substring(name, 1, 6) n, sum(v) s from t group by substring(name, 1, 6) order by s desc, n limit 5;
            update t set v = v * 2 where id < 250;
            delete from t where id > 450;
            create table u as select id, name, row_number() over (partition by mod(id, 7) order by v desc) r from t;
            with recursive c(n) as (select 1 union all select n + 1 from c where n < 50) select sum(n), listagg(n, ',') from c;
            select t.id, u.r, regexp_replace(t.name, '[0-9]+', '#'), formatdatetime(t.d, 'yyyy-MM-dd')
                from t join u on t.id = u.id where u.r < 3 order by t.id;
            create view w as select r, count(*) c from u group by r having count(*) > 3;
            select * from w order by r limit 10;
            script nosettings;
            """;

    @TempDir
    Path folder;

    @Test
    void aDatabaseAnswersTheSame() throws Exception {
        String plain = h2(List.of());
        assertTrue(plain.contains("CREATE MEMORY TABLE"), plain);
        assertEquals(plain, h2(agent("")));
    }

    @Tag("thorough")
    @Test
    void aDatabaseAnswersTheSameWithTheJavaRuntimeMeasured() throws Exception {
        assertEquals(h2(List.of()), h2(agent(";jdk")));
    }

    @Test
    void theRuntimesOwnClassesDoTheirWorkWhenMeasured() throws Exception {
        Programs.Outcome plain = Programs.java(folder, List.of("-Djava.awt.headless=true", "-cp", Programs.CLASS_PATH), "programs.Drawing");
        List<String> flags = new ArrayList<>(agent(";jdk;throttle=false"));
        flags.addAll(List.of("-Xverify:all", "-Djava.awt.headless=true", "-cp", Programs.CLASS_PATH));
        Programs.Outcome woven = Programs.java(folder, flags, "programs.Drawing");
        assertEquals(0, woven.status(), woven.errors());
        assertEquals(plain.output(), woven.output());
        String table = woven.file("wall.txt");
        for (String function : List.of("java.util.regex.Matcher.find", "java.awt.image.BufferedImage.setRGB",
                "java.time.LocalDate.plusDays")) {
            assertTrue(table.contains(function), table);
        }
    }

    @Test
    @EnabledIfSystemProperty(named = "timemory.large", matches = "true")
    void aCompilerWritesTheSameClassFiles() throws Exception {
        Path sources = Path.of("src", "test", "kotlin", "programs").toAbsolutePath();
        Map<String, byte[]> plain = kotlinc(List.of(), sources);
        assertTrue(plain.size() > 1, plain.keySet()::toString);
        for (String more : List.of("", ";jdk")) {
            Map<String, byte[]> woven = kotlinc(agent(more), sources);
            assertEquals(plain.keySet(), woven.keySet());
            plain.forEach((name, bytes) -> assertArrayEquals(bytes, woven.get(name), name));
        }
    }

    private static List<String> agent(String more) {
        return List.of("-javaagent:" + Programs.AGENT + "=" + VerificationTest.EVERYTHING + more);
    }

    private String h2(List<String> agent) throws Exception {
        Path script = Files.writeString(folder.resolve("script.sql"), SQL);
        List<String> flags = new ArrayList<>(agent);
        flags.addAll(List.of("-cp", Measured.H2.toString()));
        Programs.Outcome outcome = Programs.java(
                folder, flags, "org.h2.tools.RunScript", "-url", "jdbc:h2:mem:test", "-script", script.toString(), "-showResults");
        assertEquals(0, outcome.status(), outcome.errors());
        return outcome.output();
    }

    private Map<String, byte[]> kotlinc(List<String> agent, Path sources) throws Exception {
        Path[] libraries = Stream.concat(Stream.of(Measured.KOTLIN_COMPILER), Stream.of(Measured.OF_KOTLIN_COMPILER)).toArray(Path[]::new);
        Path classes = Files.createTempDirectory(folder, "classes");
        List<String> flags = new ArrayList<>(agent);
        flags.addAll(List.of("-Xmx3g", "-cp", Measured.classPath(libraries)));
        Programs.Outcome outcome = Programs.java(
                folder, flags, "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-cp", Programs.CLASS_PATH,
                "-d", classes.toString(), sources.toString());
        assertEquals(0, outcome.status(), outcome.errors());
        Map<String, byte[]> made = new TreeMap<>();
        try (Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList())
                made.put(classes.relativize(file).toString(), Files.readAllBytes(file));
        }
        return made;
    }
}
