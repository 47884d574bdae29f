/** What modules for frameworks have in common; public to them alone. */
package timemory.jvm.internal;
