@file:OptIn(ExperimentalForeignApi::class)

package timemory.sampling

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlinx.cinterop.ByteVar
import kotlinx.cinterop.ExperimentalForeignApi
import kotlinx.cinterop.allocArray
import kotlinx.cinterop.memScoped
import kotlinx.cinterop.toKString
import timemory.cinterop.sampling.tm_readable

/** Conversion of linker symbols to readable names. */
class ReadableNamesTest {
    private fun readable(symbol: String, size: Int = 200): String = memScoped {
        val text = allocArray<ByteVar>(size)
        tm_readable(symbol, text, size)
        text.toKString()
    }

    @Test
    fun functionsOfKotlinAreThoseOfTheirClass() {
        assertEquals("a.b.Shop.price", readable("kfun:a.b.Shop#price(kotlin.Int;kotlin.String){0\u00a7<kotlin.Any>}kotlin.Double"))
        assertEquals("a.main", readable("kfun:a#main(){}"))
        assertEquals("main", readable("kfun:#main(){}"))
        assertEquals("a.Shop.hidden", readable("kfun:a.Shop.hidden#internal"))
        assertEquals("a.\$page\$lambda\$0.invoke", readable("kfun:a.\$page\$lambda\$0.invoke#internal"))
        assertEquals("kotlin.Function0.invoke-trampoline", readable("kfun:kotlin.Function0#invoke(){}1:0-trampoline"))
    }

    @Test
    fun functionsOfCppHaveNoParameters() {
        assertEquals("a::b", readable("_ZN1a1bEi"))
        assertEquals("Shop::price", readable("_ZNK4Shop5priceEPKc"))
        assertEquals("(anonymous namespace)::work", readable("_ZN12_GLOBAL__N_14workEi"))
        assertEquals("sort<int>", readable("_Z4sortIiEvT_"))
        assertEquals("Shop::operator()", readable("_ZN4ShopclEi"))
        assertEquals("main::{lambda(int)#1}::operator()", readable("_ZZ4mainENKUliE_clEi"))
        assertEquals("a::b", readable("_ZN1a1bEi.cold"))
    }

    @Test
    fun functionsOfCAreAsTheyAre() {
        assertEquals("work", readable("work"))
        assertEquals("work", readable("work.constprop.0"))
        assertEquals("_start", readable("_start"))
        assertEquals("_Znonsense", readable("_Znonsense"))
        assertEquals("", readable(""))
    }

    @Test
    fun proceduresOfFortranAreThoseOfTheirModule() {
        assertEquals("kernels::solve", readable("__kernels_MOD_solve"))
        assertEquals("kernels::solve", readable("__kernels_MOD_solve.constprop.0"))
        assertEquals("page", readable("page.4"))
        assertEquals("page", readable("page.1234.constprop.0"))
        assertEquals("solve_", readable("solve_"))
        assertEquals("__no_MODULE", readable("__no_MODULE"))
    }

    @Test
    fun aNameThatIsTooLongIsCut() {
        assertEquals("abc", readable("abcdef", size = 4))
        assertEquals("abc", readable("kfun:abcdef#g(){}", size = 4))
    }
}
