package timemory.jupyter

import org.jetbrains.kotlinx.jupyter.api.HTML
import org.jetbrains.kotlinx.jupyter.api.libraries.JupyterIntegration

/** What a notebook knows once it has this library: its names, and how it shows its results. */
public class Integration : JupyterIntegration() {
    override fun Builder.onLoaded() {
        import("timemory.jupyter.*")
        render<RunResults> { HTML(it.table().html) }
        render<NotebookHtml> { HTML(it.html) }
    }
}
