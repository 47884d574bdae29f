package timemory.export.internal

/** A page with a place for results. */
internal interface PageTemplate {
    /** Writes what stands before that place. */
    fun writeBefore(out: Appendable)

    /** Writes what stands after it. */
    fun writeAfter(out: Appendable)

    companion object {
        /** What stands in its place. */
        const val PLACEHOLDER: String = "__TIMEMORY_DATA__"
    }
}

/** A template as text. */
internal class TextTemplate(private val text: String) : PageTemplate {
    private val place = text.indexOf(PageTemplate.PLACEHOLDER)

    init {
        require(place >= 0) { "the template of the page has no place for the results" }
    }

    override fun writeBefore(out: Appendable) {
        out.append(text, 0, place)
    }

    override fun writeAfter(out: Appendable) {
        out.append(text, place + PageTemplate.PLACEHOLDER.length, text.length)
    }
}
