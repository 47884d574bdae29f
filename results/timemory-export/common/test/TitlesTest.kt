package timemory

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.export.internal.programIn

class TitlesTest {
    @Test
    fun a_program_is_called_by_what_it_runs() {
        fun name(line: String) = programIn(line.split(' '))
        assertEquals("solver", name("/opt/bin/solver --size 12"))
        assertEquals("com.example.Main", name("/usr/bin/java -Xmx1g -cp a.jar:b.jar --add-modules jdk.net com.example.Main 7"))
        assertEquals("server.jar", name("java -ea -jar build/server.jar --port 1"))
        assertEquals("my.module/my.Main", "my.module/" + name("java --module-path mods -m my.module/my.Main"))
        assertEquals("train.py", name("python3.11 -X dev scripts/train.py"))
        assertEquals("python3", name("python3 -c pass"))
        assertEquals("java", name("java -version"))
        assertEquals(null, name(""))
        assertEquals(null, programIn(emptyList()))
    }
}
