@file:OptIn(ExperimentalForeignApi::class)

package timemory.internal.platform

import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.pointed
import kotlinx.cinterop.toKString
import platform.posix.closedir
import platform.posix.opendir
import platform.posix.readdir

internal actual fun listFiles(path: String): List<String> {
    val folder = opendir(path) ?: return emptyList()
    val names = ArrayList<String>()
    try {
        while (true) names.add((readdir(folder) ?: break).pointed.d_name.toKString())
    } finally {
        closedir(folder)
    }
    return names.filter { it != "." && it != ".." }.sorted()
}
