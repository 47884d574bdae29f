package timemory

internal actual class SystemFile actual constructor(path: String, perThread: Boolean) {
    private val file = ProcFile(path, perThread)

    actual fun read(into: ByteArray): Int = file.read(into)
}

private val texts: ThreadLocal<FileText> = ThreadLocal.withInitial(::FileText)

/** Virtual threads, of which there may be millions, keep none. */
internal actual fun threadFileText(): FileText = if (VirtualThreads.isCurrent()) FileText() else texts.get()

/** What [file] holds now, in the calling thread's buffer. */
internal fun text(file: SystemFile): FileText = threadFileText().fill(file)
