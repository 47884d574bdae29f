package timemory.live

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlin.test.assertTrue
import timemory.internal.platform.ProcessMark
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.ownFileMark
import timemory.internal.platform.processId
import timemory.internal.platform.writeAtomically
import timemory.shell

private const val ALL = 0x1FF
private var folders = 0

/** The location of sockets, and that other users cannot access them. */
class LiveFolderTest {
    private val own = ProcessMark.own()
    private val user = LiveFolder.ownUser()

    private fun newBase(): String = "/tmp/tm-live-${processId()}-${own.image.take(6)}/${++folders}".also(::makeDirectories)

    private fun refusal(vararg bases: String): String =
        assertFailsWith<IllegalStateException> { LiveFolder.find(bases.toList()) }.message!!

    @Test
    fun itIsMadeForTheUserAlone() {
        val base = newBase()
        val folder = LiveFolder.find(listOf(base))
        assertEquals("$base/timemory-$user", folder.path)
        val status = statusOf(folder.path)!!
        assertEquals(listOf<Any>(true, user, 0x1C0), listOf<Any>(status.isFolder, status.owner, status.mode and ALL))
        assertEquals(folder.path, LiveFolder.find(listOf(base)).path)
    }

    @Test
    fun theUserIsWhoTheSystemSays() = assertEquals(shell("id -u").trim(), user.toString())

    @Test
    fun theFirstThatCanBeUsedIsUsed() {
        val base = newBase()
        assertEquals("$base/timemory-$user", LiveFolder.find(listOf("$base/missing", base)).path)
    }

    @Test
    fun oneThatOthersMayLookIntoIsRefused() {
        val base = newBase()
        shell("mkdir -m 755 $base/timemory-$user")
        assertContains(refusal(base), "other users have access to $base/timemory-$user: 'chmod 700")
    }

    @Test
    fun whatIsNoFolderIsRefused() {
        val base = newBase()
        writeAtomically("$base/timemory-$user") { it.append("text") }
        assertContains(refusal(base), "is not a folder")
        val other = newBase()
        shell("mkdir -m 700 $other/elsewhere; ln -s $other/elsewhere $other/timemory-$user")
        assertContains(refusal(other), "is not a folder")
    }

    @Test
    fun oneOfAnotherUserIsRefused() {
        // Only root can change a folder's owner; for other users there is nothing to test.
        if (user != 0L) return
        val base = newBase()
        shell("mkdir -m 700 $base/timemory-$user; chown 65534 $base/timemory-$user")
        assertContains(refusal(base), "belongs to user 65534")
    }

    @Test
    fun aPathThatIsTooLongIsRefusedWithAllOtherReasons() {
        val base = newBase() + "/" + "x".repeat(60)
        makeDirectories(base)
        val reason = refusal("/missing", base)
        assertContains(reason, "there is no folder /missing; ")
        assertContains(reason, "exceeds the $MAX_PATH_LENGTH bytes")
    }

    @Test
    fun socketsOfProcessesThatHaveEndedAreRemoved() {
        val folder = LiveFolder.find(listOf(newBase()))
        val machine = ownFileMark().substringAfterLast('-')
        val dead = listOf("4000000-100-$machine-9f86d081.socket", ".4000000-100-$machine-9f86d081.tmp")
        val alive = listOf("${ownFileMark()}-9f86d081.socket", "4000000-100-elsewhere-9f86d081.socket", "mine")
        for (name in dead + alive) writeAtomically("${folder.path}/$name") { it.append("text") }
        folder.sweep()
        assertEquals(alive.sorted(), listFiles(folder.path))
    }

    @Test
    fun theSocketIsThereWhileItIsOpenAndOnlyTheUserMayConnect() {
        val base = newBase()
        assertNull(Live.socket)
        val path = LiveSocket.openIn(listOf(base), byProgram = true)
        try {
            assertEquals(path, Live.socket)
            assertTrue(path.startsWith("$base/timemory-$user/${ownFileMark()}-"), path)
            assertEquals(0x180, statusOf(path)!!.mode and ALL)
            assertEquals(listOf(path.substringAfterLast('/')), listFiles("$base/timemory-$user"))
            assertEquals(path, LiveSocket.openIn(listOf(base), byProgram = true))
        } finally {
            Live.close()
        }
        assertNull(Live.socket)
        assertEquals(emptyList(), listFiles("$base/timemory-$user"))
    }
}
