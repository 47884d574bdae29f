import type { Values } from '../contract.ts';
import type { Tree } from './tree.ts';

/** Frames as shares of the whole: the frame of node `n` reaches from `x0[n + 1]` to `x1[n + 1]`, entry 0 is the frame above all roots. */
export interface IcicleLayout {
  x0: Float64Array;
  x1: Float64Array;
  /** The children of a node, in the order that they have in the picture. */
  childrenOf(node: number): Int32Array;
  /** The value that the frame above all roots is as wide as. */
  whole: number;
  /** Whether the widest children come first. */
  byWidth: boolean;
  maxDepth: number;
}

/** How children are ordered: the widest first, as the run came to them, or by name. */
export type FrameOrder = 'width' | 'run' | 'name';

export interface IcicleOptions {
  order?: FrameOrder;
  label?(node: number): string;
  /** What the frame above all roots is as wide as, unless they are wider together. */
  least?: number;
  /** What ran concurrently with the region that it is below: no part of its value. */
  isConcurrent?(node: number): boolean;
}

/**
 * A frame is as wide as its value, or as its children together if these have more, for example when a region was not measured all the time.
 * What ran concurrently with a region makes it and those above it wider: a frame stands for its own value and for all that it launched.
 */
export function layoutIcicle(tree: Tree, values: Values, { order = 'width', label = () => '', least = 0, isConcurrent = () => false }: IcicleOptions = {}): IcicleLayout {
  const size = tree.size;
  const below = new Float64Array(size + 1);
  const launched = new Float64Array(size + 1);
  const weight = new Float64Array(size + 1);
  for (let node = size - 1; node >= 0; node--) {
    weight[node + 1] = Math.max(values[node] ?? 0, below[node + 1], 0) + launched[node + 1];
    const above = tree.parent[node] + 1;
    if (isConcurrent(node)) launched[above] += weight[node + 1];
    else {
      // What a child launched is no part of this value either.
      below[above] += weight[node + 1] - launched[node + 1];
      launched[above] += launched[node + 1];
    }
  }
  weight[0] = Math.max(below[0] + launched[0], least);

  const compare = {
    width: (a: number, b: number) => weight[b + 1] - weight[a + 1] || a - b,
    run: null,
    name: (a: number, b: number) => compareTexts(label(a), label(b)) || a - b,
  }[order];
  const ordered = new Map<number, Int32Array>();
  const childrenOf = (node: number) => {
    const children = tree.childrenOf(node);
    if (!compare || children.length < 2) return children;
    let sorted = ordered.get(node);
    if (!sorted) ordered.set(node, (sorted = children.slice().sort(compare)));
    return sorted;
  };

  const x0 = new Float64Array(size + 1);
  const x1 = new Float64Array(size + 1);
  x1[0] = 1;
  let maxDepth = 0;
  const place = (node: number) => {
    let x = x0[node + 1];
    for (const child of childrenOf(node)) {
      x0[child + 1] = x;
      x += weight[0] > 0 ? weight[child + 1] / weight[0] : 0;
      x1[child + 1] = x;
    }
  };
  place(-1);
  for (let node = 0; node < size; node++) {
    if (tree.depth[node] > maxDepth) maxDepth = tree.depth[node];
    if (tree.hasChildren(node)) place(node);
  }
  return { x0, x1, childrenOf, whole: weight[0], byWidth: order === 'width', maxDepth };
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
