/**
 * The part of a name that says where a region or function is of: the package and class of `a.b.Type.run`, the namespace of `a::b::run`, the
 * folder of `a/b/run.c`. A name without parts is its own module; what stands behind it in brackets or angles is no part of it.
 */
export function moduleOf(label: string): string {
  const name = label.slice(label.startsWith('~') ? 1 : 0).replace(/[(<[{ ].*$/s, '');
  const end = Math.max(name.lastIndexOf('.'), name.lastIndexOf('::'), name.lastIndexOf('/'));
  return end > 0 ? name.slice(0, end) : name;
}
