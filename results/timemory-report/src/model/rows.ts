import type { Tree } from './tree.ts';

export type Order = (a: number, b: number) => number;

/** The nodes that a tree table shows from top to bottom: the roots, and below every expanded node its children, in order. */
export function visibleRows(tree: Tree, expanded: (node: number) => boolean, order: Order | null, shown: Uint8Array | null): Int32Array {
  const rows = new Int32Array(tree.size);
  const stack: number[] = [];
  const push = (node: number) => {
    let children = tree.childrenOf(node);
    if (order && children.length > 1) children = children.slice().sort(order);
    for (let i = children.length - 1; i >= 0; i--) if (!shown || shown[children[i]]) stack.push(children[i]);
  };
  let count = 0;
  push(-1);
  while (stack.length > 0) {
    const node = stack.pop()!;
    rows[count++] = node;
    if (expanded(node)) push(node);
  }
  return rows.subarray(0, count);
}

/** Marks the matching nodes and everything above them, so that every match can be reached. */
export function withAncestors(tree: Tree, matches: Uint8Array): Uint8Array {
  const shown = matches.slice();
  for (let node = tree.size - 1; node >= 0; node--) if (shown[node] && tree.parent[node] >= 0) shown[tree.parent[node]] = 1;
  return shown;
}

/** Compares by a column's value; nodes without a value come last whatever the direction. */
export function orderBy(value: (node: number) => number | string | null, descending: boolean): Order {
  return (a, b) => {
    const x = value(a);
    const y = value(b);
    if (x === null || y === null) return x === y ? a - b : x === null ? 1 : -1;
    if (x === y) return a - b;
    return x < y === descending ? 1 : -1;
  };
}
