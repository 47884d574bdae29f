package timemory.sampling

import kotlin.test.Test
import kotlin.test.assertEquals
import timemory.Scope
import timemory.internal.callgraph.CallPath
import timemory.internal.callgraph.NO_COMPONENTS

/** Where stacks are cut, and which of the library's own functions are left out. */
class FramesInsideTest {
    private val root = CallPath(null, "", NO_COMPONENTS, Scope.TREE, 0, 0L)

    private fun inside(opener: String?, vararg outermostFirst: String, depth: Int = 64): List<String> {
        val path = CallPath(root, "region", NO_COMPONENTS, Scope.TREE, 0, 1L).also { it.opener = opener }
        return framesInside(outermostFirst.reversed(), path, depth)
    }

    @Test
    fun whatTheOpenerCalledIsInside() {
        val stack = arrayOf("a.Main.main", "a.Main.load", "a.Load.parse", "a.Load.word")
        assertEquals(listOf("a.Load.parse", "a.Load.word"), inside("a.Main.load", *stack))
    }

    @Test
    fun theOpenersOwnWorkIsTheRegions() {
        assertEquals(emptyList(), inside("a.Main.load", "a.Main.main", "a.Main.load"))
    }

    @Test
    fun ofARecursionTheInnermostCallCounts() {
        assertEquals(listOf("a.Leaf.work"), inside("a.Tree.visit", "a.Main.main", "a.Tree.visit", "a.Tree.visit", "a.Leaf.work"))
    }

    @Test
    fun blocksInFunctionsOfTheirOwnStay() {
        val stack = arrayOf("a.Main.load", "timemory.bundle.Bundle.run", "a.Main$\$Lambda.run", "a.Main.lambda\$load\$0", "a.Load.parse")
        assertEquals(listOf("a.Main.lambda\$load\$0", "a.Load.parse"), inside("a.Main.load", *stack))
    }

    @Test
    fun aResumedCoroutineIsCutWhereItGoesOn() {
        val resume = "kotlin.coroutines.jvm.internal.BaseContinuationImpl.resumeWith"
        val stack = arrayOf("java.lang.Thread.run", resume, "a.Page\$store\$1.invokeSuspend", "a.Page.store")
        assertEquals(listOf("a.Page\$store\$1.invokeSuspend", "a.Page.store"), inside("a.Page.page", *stack))
    }

    @Test
    fun aStackWithoutTheOpenerIsWhole() {
        assertEquals(listOf("java.lang.Thread.run", "a.Worker.work"), inside("a.Main.load", "java.lang.Thread.run", "a.Worker.work"))
        assertEquals(listOf("java.lang.Thread.run", "a.Worker.work"), inside(null, "java.lang.Thread.run", "a.Worker.work"))
    }

    @Test
    fun theLibrarysOwnWorkIsOneFunction() {
        val stack = arrayOf("a.Main.load", "timemory.internal.callgraph.RunningKt.stopAll", "java.lang.Thread.sleep")
        assertEquals(listOf("timemory"), inside("a.Main.load", *stack))
    }

    @Test
    fun nothingIsDeeperThanAsked() {
        assertEquals(listOf("b.B.one", "b.B.two"), inside("a.A.a", "a.A.a", "b.B.one", "b.B.two", "b.B.three", depth = 2))
    }

    @Test
    fun whatADeeperStackLacksIsMarkedUnlessTheOpenerIsThere() {
        val path = CallPath(root, "region", NO_COMPONENTS, Scope.TREE, 0, 1L).also { it.opener = "a.Main.load" }
        assertEquals(listOf("...", "a.Deep.two"), framesInside(listOf("a.Deep.one", "a.Deep.two"), path, 2, isCut = true))
        assertEquals(listOf("a.Deep.one"), framesInside(listOf("a.Deep.one", "a.Main.load"), path, 2, isCut = true))
    }

    @Test
    fun outsideOfRegionsTheStackIsWhole() {
        assertEquals(listOf("a.Main.main", "a.Main.idle"), framesInside(listOf("a.Main.idle", "a.Main.main"), root, 64))
    }
}
