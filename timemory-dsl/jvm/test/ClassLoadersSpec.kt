package timemory

import io.kotest.core.spec.style.FunSpec
import io.kotest.matchers.shouldBe
import java.io.File
import java.lang.ref.WeakReference
import java.net.URL
import java.net.URLClassLoader
import java.util.concurrent.Executors

/**
 * Undeployed code can be unloaded, as application servers do it: with threads that continue, and with or without this library in a parent
 * loader.
 */
class ClassLoadersSpec : FunSpec({
    for (brings in listOf(true, false)) {
        test(
            "a program that finalized can be unloaded, though threads of a pool go on; it " +
                "${if (brings) "brings this library" else "finds this library above"}",
        ) {
            val run = runProgram(ClassLoadersProgram::class.java, "$brings")
            run.output.trim() shouldBe "0 of 3 are still there"
            run.delete()
        }
    }
})

/** In a separate JVM, because other tests leave things behind. */
internal object ClassLoadersProgram {
    @JvmStatic
    fun main(arguments: Array<String>) {
        val classPath = System.getProperty("java.class.path").split(File.pathSeparator).map { File(it).toURI().toURL() }.toTypedArray()
        val pool = Executors.newFixedThreadPool(2)
        val loaders = List(3) {
            WeakReference(deploy(if (arguments[0].toBoolean()) Bringing(classPath) else Using(classPath)) { pool.submit(it).get() })
        }
        println("${loaders.count { it.isStillThere() }} of 3 are still there")
        pool.shutdown()
    }
}

/** Runs the program on each of two threads, one of which continues, and drops it. */
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
