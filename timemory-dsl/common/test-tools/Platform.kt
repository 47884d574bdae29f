package timemory

/** Runs [body] in [count] threads at once and waits for all of them; an exception in one is thrown here. */
internal expect fun inThreads(count: Int, body: (Int) -> Unit)

/** The output of [command], run by `sh`. */
internal expect fun shell(command: String): String

/** Returns whether the program [name] is on the PATH, unless TIMEMORY_TESTS_WITHOUT hides it. */
internal fun hasTool(name: String): Boolean = shell(
    "case \",\$TIMEMORY_TESTS_WITHOUT,\" in *,all,*|*,$name,*) ;; *) command -v $name ;; esac",
).isNotEmpty()

/** The number that the kernel knows the calling thread by. */
internal expect fun kernelThreadId(): Long

/** Memory of [bytes] that is mapped and resident until the returned object is closed. */
internal expect fun residentMemory(bytes: Long): AutoCloseable
