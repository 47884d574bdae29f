package timemory.jupyter

import org.jetbrains.kotlinx.jupyter.api.HTML
import org.jetbrains.kotlinx.jupyter.api.libraries.JupyterIntegration

/** Makes this library's names available in a notebook, and displays its results. */
public class Integration : JupyterIntegration() {
    override fun Builder.onLoaded() {
        import("timemory.jupyter.*")
        render<RunResults> { HTML(it.table().html) }
        render<NotebookHtml> { HTML(it.html) }
    }
}
