package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import java.io.File
import java.lang.ref.WeakReference
import java.net.URL
import java.net.URLClassLoader
import java.util.concurrent.Executors
import java.util.concurrent.TimeUnit

/** What is taken down can be unloaded, as application servers do it: with threads that go on, and with or without this library in a loader above. */
class ClassLoadersSpec : FunSpec({
    val classPath = (System.getProperty("surefire.test.class.path") ?: System.getProperty("java.class.path"))
        .split(File.pathSeparator).map { File(it).toURI().toURL() }.toTypedArray()

    for (brings in listOf(true, false)) {
        test("a program that finalized can be unloaded, though threads of a pool go on; it ${if (brings) "brings this library" else "finds this library above"}") {
            val pool = Executors.newFixedThreadPool(2)
            try {
                val loaders = List(3) { WeakReference(deploy(if (brings) Bringing(classPath) else Using(classPath)) { pool.submit(it).get() }) }
                loaders.count { it.isStillThere() } shouldBe 0
            } finally {
                pool.shutdown()
                pool.awaitTermination(1, TimeUnit.MINUTES)
            }
        }
    }
})

/** Runs the program on each of two threads, one of which goes on, and lets go of it. */
private fun deploy(loader: URLClassLoader, onPool: (Runnable) -> Unit): ClassLoader {
    val program = loader.loadClass(RedeployedProgram::class.java.name).getConstructor().newInstance() as Runnable
    check(program.javaClass.classLoader === loader)
    onPool(program)
    Thread(program).apply { start() }.join()
    loader.close()
    return loader
}

private fun WeakReference<*>.isStillThere(): Boolean {
    // Unloading may take the collector some turns, as references of references are found.
    repeat(100) {
        if (get() == null) return false
        System.gc()
        Thread.sleep(10)
    }
    return true
}

/** All of the class path is the program's own. */
private class Bringing(classPath: Array<URL>) : URLClassLoader(classPath, getPlatformClassLoader())

/** Only the program's own classes are. */
private class Using(classPath: Array<URL>) : URLClassLoader(classPath, ClassLoadersSpec::class.java.classLoader) {
    override fun loadClass(name: String, resolve: Boolean): Class<*> {
        if (!name.startsWith(RedeployedProgram::class.java.name)) return super.loadClass(name, resolve)
        return findLoadedClass(name) ?: findClass(name)
    }
}
