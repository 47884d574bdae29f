package timemory.export.internal

/** An HTML page with a placeholder for results. */
internal interface PageTemplate {
    /** Writes the part before the placeholder. */
    fun writeBefore(out: Appendable)

    /** Writes the part after the placeholder. */
    fun writeAfter(out: Appendable)

    companion object {
        /** The placeholder in the template. */
        const val PLACEHOLDER: String = "__TIMEMORY_DATA__"
    }
}

/** A template held as text. */
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
