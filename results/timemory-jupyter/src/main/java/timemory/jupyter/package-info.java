/** Results in Kotlin notebooks, and those of other languages of the JVM: see {@link timemory.jupyter.RunResults}. */
package timemory.jupyter;
