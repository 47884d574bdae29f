package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFalse
import timemory.output.Secrets

/** What `metadata.json`, which people attach to tickets, may contain. */
class SecretsTest {
    @Test
    fun ofTheEnvironmentOnlySettingsAndFewNamedVariablesAreShown() {
        val shown = mapOf(
            "LANG" to "en_US.UTF-8", "OMP_NUM_THREADS" to "16", "OMP_PLACES" to "{0:4},{4:4}",
            "JAVA_HOME" to "/usr/lib/jvm/java-17-openjdk-amd64",
            "SLURM_JOB_NODELIST" to "nid[001-128]", "TIMEMORY_COMPONENTS" to "wall_clock,thread_cpu_clock",
            "TIMEMORY_SOLVER_COMPONENTS" to "peak_rss",
        )
        for ((name, value) in shown) assertEquals(value, Secrets.shown(name, value), name)
    }

    @Test
    fun ofAddressesOnlyWhereTheyLeadIs() {
        val addresses = mapOf(
            "http://collector:4318" to "http://collector:4318",
            "https://collector/" to "https://collector/",
            "https://collector:4318/v1/hunter2" to "https://collector:4318/(hidden)",
            "https://collector?api_key=hunter2" to "https://collector/(hidden)",
            "https://collector#hunter2" to "https://collector/(hidden)",
            "https://anna:hunter2@collector:4318/x" to "https://(hidden)@collector:4318/(hidden)",
            "https://anna:hun@ter2@collector" to "https://(hidden)@collector",
            "anna:hunter2@collector:4318" to "(hidden)",
            "out/mail@home" to "out/mail@home",
            "127.0.0.1:8080" to "127.0.0.1:8080",
        )
        for ((address, shown) in addresses) assertEquals(shown, Secrets.ofAddress(address), address)
        assertEquals("https://c/(hidden)", Secrets.shown("TIMEMORY_OUTPUT_PATH", "https://c/hunter2"))
        assertEquals("./a --timemory-output-path=https://c/(hidden)", line("./a", "--timemory-output-path=https://c/hunter2"))
        assertEquals("java -Dtimemory.output_path=https://c/(hidden)", line("java", "-Dtimemory.output_path=https://c/hunter2"))
    }

    @Test
    fun nothingElseOfTheEnvironmentIs() {
        val leaks = mapOf(
            "JAVA_TOOL_OPTIONS" to "-Xmx1g -Ddb.password=hunter2 -javaagent:a.jar",
            "HEADERS" to "Authorization: Bearer hunter2",
            "CONNECTION" to "Server=db;Uid=anna;Pwd=hunter2",
            "STORAGE" to "DefaultEndpointsProtocol=https;AccountName=a;AccountKey=hunter2==",
            "VCAP_SERVICES" to "{\"mysql\":[{\"credentials\":{\"pw\":\"hunter2\"}}]}",
            "SLACK" to "https://hooks.slack.com/services/T0/B0/hunter2",
            "CLIENT_ARGS" to "-phunter2 -u anna:hunter2",
            "MYSQL_PW" to "hunter2",
            "DATABASE_URL" to "postgres://anna:hunter2@db/x",
            "WHATEVER" to "hunter2",
            "TIMEMORY_TOKEN" to "hunter2",
            "timemory_components" to "hunter2",
        )
        for ((name, value) in leaks) assertEquals(Secrets.HIDDEN, Secrets.shown(name, value), name)
        assertEquals(Secrets.HIDDEN, Secrets.shown("LANG", "C; export PW='hunter2'"))
        assertEquals(Secrets.HIDDEN, Secrets.shown("LD_PRELOAD", "x".repeat(1001)))
    }

    @Test
    fun ofCommandLinesOnlyWhatIsKnownToBeHarmlessIsShown() {
        assertEquals(
            "/usr/bin/java -Xmx1g -Xint -XX:+UseZGC -XX:MaxRAMPercentage=50.0 -ea -Dtimemory.components=wall_clock -Ddb.url=(hidden) " +
                "-javaagent:/opt/agent.jar=(hidden) " +
                "-cp /a/b.jar:/c/* --add-opens (hidden) com.example.Main (hidden) --timemory-precision=5 (hidden) (hidden)",
            line(
                "/usr/bin/java", "-Xmx1g", "-Xint", "-XX:+UseZGC", "-XX:MaxRAMPercentage=50.0", "-ea", "-Dtimemory.components=wall_clock",
                "-Ddb.url=hunter2",
                "-javaagent:/opt/agent.jar=key=hunter2", "-cp", "/a/b.jar:/c/*", "--add-opens", "java.base/java.lang=ALL-UNNAMED",
                "com.example.Main", "hunter2",
                "--timemory-precision=5", "--timemory-nothing=hunter2", "--timemory-components=hunter2;rm 'x'".replace("timemory", "their"),
            ),
        )
        assertEquals("java -jar app.jar (hidden) (hidden)", line("java", "-jar", "app.jar", "--token", "hunter2"))
        assertEquals("python3 -u -m http.server (hidden)", line("python3", "-u", "-m", "http.server", "hunter2"))
        assertEquals("python3 train.py (hidden)", line("python3", "train.py", "hunter2"))
        assertEquals("python3 (hidden) (hidden) (hidden)", line("python3", "-c", "pw='hunter2'", "x"))
        assertEquals(
            "./simulate (hidden) (hidden) --timemory-output-path=out",
            line("./simulate", "-phunter2", "42", "--timemory-output-path=out"),
        )
        assertEquals("(hidden)", line("server: connected with pw hunter2"))
    }

    @Test
    fun noFormOfASecretInACommandLineComesThrough() {
        val secret = "hunter2"
        val forms = listOf(
            secret, "-p$secret", "--password=$secret", "--password", "-u", "anna:$secret", "Authorization: Bearer $secret", "Pwd=$secret",
            "AccountKey=$secret",
            "{\"pw\":\"$secret\"}", "https://hooks.slack.com/services/T0/B0/$secret", "-D$secret=1".replace(secret, "pw") + secret,
            "-Dx=$secret", "-XX:Flags=$secret",
            "-Xlog:gc:$secret", "-agentlib:jdwp=$secret", "-javaagent:x.jar=$secret", "@$secret", "-J$secret", "--timemory-config=$secret",
            "-X$secret", "-$secret", "--$secret",
        )
        for (program in listOf("java", "python3", "./native")) {
            for (form in forms) for (before in listOf(
                emptyList(), listOf("-jar", "a.jar"), listOf("Main"), listOf("-cp"),
                listOf("x.py"),
            )) {
                val isPath = before == listOf("-cp") || before.isEmpty() && form == secret
                // The name of a class, a script or a JAR file is one, whatever it is.
                if (!isPath) assertFalse(secret in line(program, *before.toTypedArray(), form), "$program $before $form")
            }
        }
    }

    private fun line(vararg arguments: String): String = Secrets.shown(arguments.toList()).joinToString(" ")
}
