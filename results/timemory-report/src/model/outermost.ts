import type { Values } from '../contract.ts';
import type { Tree } from './tree.ts';

/**
 * Marks the nodes of a kind that have a value and stand below no other one of their kind with a value: summed up over these, nothing counts
 * twice however often a region calls itself. A kind is a number from 0 on, or -1 for nodes that are of none.
 *
 * One walk down and up again through each tree, with a count of how many of each kind are open.
 */
export function outermost(tree: Tree, kind: (node: number) => number, kinds: number, values: Values): Uint8Array {
  const found = new Uint8Array(tree.size);
  const open = new Int32Array(kinds);
  const stack: number[] = [...tree.childrenOf(-1)].reverse();
  while (stack.length > 0) {
    const top = stack.pop()!;
    if (top < 0) {
      open[kind(~top)]--;
      continue;
    }
    const own = kind(top);
    if (own >= 0 && values[top] !== null) {
      if (open[own]++ === 0) found[top] = 1;
      stack.push(~top);
    }
    const children = tree.childrenOf(top);
    for (let i = children.length - 1; i >= 0; i--) stack.push(children[i]);
  }
  return found;
}

/** What all nodes that are marked have together, each part once; what ran concurrently is no part. Null if none of them has a value. */
export function sumOfMarked(tree: Tree, marked: Uint8Array, values: Values, isConcurrent: (node: number) => boolean): number | null {
  const { parent, size } = tree;
  const within = new Uint8Array(size);
  let sum: number | null = null;
  for (let node = 0; node < size; node++) {
    const isInside = parent[node] >= 0 && within[parent[node]] === 1 && !isConcurrent(node);
    const value = marked[node] ? values[node] : null;
    within[node] = isInside || value !== null ? 1 : 0;
    if (!isInside && value !== null) sum = (sum ?? 0) + value;
  }
  return sum;
}
