package timemory.timem

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue

class CommandLineTest {
    private fun parse(line: String): Pair<Map<Option, List<String>>, List<String>> {
        val words = line.split(' ').filter { it.isNotEmpty() }
        val parsed = CommandLine.parse(words)
        return parsed.given.associate { it.option to it.values } to words.drop(parsed.commandAt)
    }

    private fun options(line: String, vararg environment: Pair<String, String>): Options =
        Options.of(CommandLine.parse(line.split(' ').filter { it.isNotEmpty() }).given, environment.toMap())

    @Test
    fun optionsEndAtTheFirstWordThatIsNone() {
        val (given, command) = parse("-q ls -o x -- y")
        assertEquals(mapOf(Option.QUIET to emptyList()), given)
        assertEquals(listOf("ls", "-o", "x", "--", "y"), command)
    }

    @Test
    fun optionalValuesNeedTheSeparator() {
        assertEquals(mapOf(Option.SHELL to emptyList<String>()) to listOf("echo", "hi"), parse("-s echo hi"))
        assertEquals(mapOf(Option.SHELL to listOf("/bin/zsh")) to listOf("find", "/usr"), parse("-s /bin/zsh -- find /usr"))
        assertEquals(mapOf(Option.SHELL to emptyList<String>()) to listOf("find"), parse("-s -- find"))
        assertEquals(mapOf(Option.SHELL to listOf("/bin/zsh")) to listOf("find"), parse("--shell=/bin/zsh find"))
    }

    @Test
    fun aSeparatorOfTheCommandsOwnIsNotTimems() {
        assertEquals(mapOf(Option.VERBOSE to emptyList<String>()) to listOf("make", "--", "all"), parse("-v make -- all"))
        assertEquals(mapOf(Option.VERBOSE to listOf("2")) to listOf("all"), parse("-v 2 -- all"))
    }

    @Test
    fun outputTakesItsFileWithoutASeparatorToo() {
        assertEquals(mapOf(Option.OUTPUT to listOf("a.json")) to listOf("sleep", "1"), parse("-o a.json sleep 1"))
        assertEquals(mapOf(Option.OUTPUT to listOf("a.json")) to listOf("sleep"), parse("-oa.json sleep"))
        assertEquals(mapOf(Option.OUTPUT to emptyList<String>()) to listOf("sleep"), parse("-o -- sleep"))
    }

    @Test
    fun severalValuesStandBetweenCommasOrBeforeTheSeparator() {
        assertEquals(listOf("cycles", "instructions"), parse("-e cycles,instructions ls").first[Option.EVENTS])
        assertEquals(listOf("cycles", "instructions"), parse("-e cycles instructions -- ls").first[Option.EVENTS])
    }

    @Test
    fun wrongOptionsAreToldWithTheNearestRightOne() {
        val failure = assertFailsWith<UsageError> { parse("--sample-frequency 3 ls") }
        assertContains(failure.message!!, "'--sample-frequency'")
        assertContains(assertFailsWith<UsageError> { parse("--quite ls") }.message!!, "did you mean '--quiet'?")
        assertContains(assertFailsWith<UsageError> { parse("-n") }.message!!, "needs a value")
        assertContains(assertFailsWith<UsageError> { parse("--quiet=3 ls") }.message!!, "takes no value")
    }

    @Test
    fun valuesAreChecked() {
        for (wrong in listOf(
            "-n 0", "-n x", "-f -1", "-f 5001", "-d nan", "-b -1", "-e nonsense", "-F 65", "-F NOSUCH", "-w 1", "-i -n 2",
            "--mpi --disable-mpi",
        )) {
            assertFailsWith<UsageError>(wrong) { options("$wrong ls") }
        }
        assertContains(assertFailsWith<UsageError> { options("-e cycels ls") }.message!!, "the nearest is 'cycles'")
    }

    @Test
    fun optionsOverrideTheEnvironment() {
        assertEquals("there", options("ls", "TIMEM_OUTPUT" to "there").output)
        assertEquals("here", options("-o here ls", "TIMEM_OUTPUT" to "there").output)
        assertEquals("", options("-o -- ls", "TIMEM_OUTPUT" to "there").output)
        assertEquals(false, options("ls", "TIMEM_SAMPLE" to "OFF").sample)
        assertEquals(false, options("-f 0 ls").sample)
        assertEquals(20.0, options("ls", "TIMEM_SAMPLE_FREQ" to "20").sampleFrequency)
        assertEquals("/bin/dash", options("-s ls", "TIMEM_SHELL" to "/bin/dash", "SHELL" to "/bin/bash").shell!!.path)
        assertNull(options("ls", "SHELL" to "/bin/bash").shell)
    }

    @Test
    fun aMistypedVariableIsTold() {
        val told = Options.unknownVariables(mapOf("TIMEM_SAMPEL" to "on", "TIMEM_OUTPUT" to "x")).single()
        assertTrue(told.contains("TIMEM_SAMPEL") && told.endsWith("did you mean TIMEM_SAMPLE?"), told)
    }

    @Test
    fun signalsAreKnownByNameAndNumber() {
        assertEquals(setOf(15, 10), options("-F TERM,SIGUSR1 ls").forwarded)
        assertEquals(setOf(2), options("-F 2 ls").forwarded)
        assertEquals(emptySet(), options("-F 0 ls").forwarded)
    }
}
