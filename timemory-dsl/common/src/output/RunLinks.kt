package timemory.output

import timemory.internal.lean.*
import timemory.internal.platform.changeLocked
import timemory.internal.platform.fileFacts
import timemory.internal.platform.linkTo
import timemory.internal.platform.listFiles
import timemory.internal.platform.makeDirectories
import timemory.internal.platform.removeFile

/**
 * The folder by which the run in the output path itself is found as one of several, so that `run-*` is all of them. It has a link to each
 * file of that run, and to its record. A single link to the output path would be a cycle: programs that follow links, such as Python's
 * `glob("**")`, would go around it.
 */
internal object RunLinks {
    /** The names of these folders, for all runs in [root]: several if their files have different prefixes. */
    fun namesIn(root: String, files: List<String>): List<String> = recordsIn(files).mapNotNull { folderOf("$root/$it") }

    /** Makes the folders of all runs in [root], which has [files]. */
    fun make(root: String, files: List<String>) {
        for (name in recordsIn(files)) {
            // The lock keeps others from moving that run to its folder meanwhile.
            changeLocked("$root/$name") { text ->
                val record = runRecordOf(text)
                if (record != null && RunNames.isTimed(record.folder)) link("$root/${record.folder}", listOf(name) + record.files)
                null
            }
        }
    }

    /** Adds a link to [file] of [root] where [folder] has links. */
    fun add(root: String, folder: String, file: String) {
        if (folder.isNotEmpty() && isAt("$root/$folder")) linkTo("../$file", "$root/$folder/$file")
    }

    /** Whether [path] is such a folder. */
    fun isAt(path: String): Boolean = recordsIn(listFiles(path)).any { isLink("$path/$it") }

    /** Removes the links named [names] from [path], and the folder if nothing else is in it. */
    fun remove(path: String, names: List<String>) {
        for (name in names) if (isLink("$path/$name")) removeFile("$path/$name")
        if (fileFacts(path)?.isFolder == true && listFiles(path).isEmpty()) removeFile(path)
    }

    private fun link(path: String, names: List<String>) {
        makeDirectories(path)
        for (name in names) {
            if (!linkTo("../$name", "$path/$name")) break // a file system without links
        }
        if (listFiles(path).isEmpty()) removeFile(path)
    }

    private fun recordsIn(files: List<String>): List<String> = files.filter { it.startsWith(".") && it.endsWith(".run") }

    private fun folderOf(record: String): String? = runRecordIn(record)?.folder?.takeIf(RunNames::isTimed)

    private fun isLink(path: String): Boolean = fileFacts(path)?.isLink == true
}
