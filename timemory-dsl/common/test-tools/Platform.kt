package timemory

/** Runs [body] in [count] threads at once and waits for all of them; an exception in one is thrown here. */
internal expect fun inThreads(count: Int, body: (Int) -> Unit)

/** What [command] prints, run by `sh`. */
internal expect fun shell(command: String): String

/** The number that the kernel knows the calling thread by. */
internal expect fun kernelThreadId(): Long

/** Memory of [bytes] that is mapped and resident until what it returns is closed. */
internal expect fun residentMemory(bytes: Long): AutoCloseable
