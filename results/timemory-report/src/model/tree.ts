/**
 * A forest over node indices, with the children of every node side by side in one array. All walks are loops: a call graph may be as deep
 * as it has nodes.
 */
export class Tree {
  readonly size: number;
  readonly parent: Int32Array;
  readonly depth: Int32Array;
  private readonly children: Int32Array;
  /** The children of `node` lie at `first[node + 1]` up to `first[node + 2]`; -1 stands above the roots. */
  private readonly first: Int32Array;

  constructor(parents: ArrayLike<number>) {
    const size = parents.length;
    this.size = size;
    this.parent = Int32Array.from(parents);
    this.depth = new Int32Array(size);
    this.children = new Int32Array(size);
    this.first = new Int32Array(size + 2);
    for (let node = 0; node < size; node++) {
      const parent = this.parent[node];
      this.first[parent + 2]++;
      this.depth[node] = parent < 0 ? 0 : this.depth[parent] + 1;
    }
    for (let i = 1; i < this.first.length; i++) this.first[i] += this.first[i - 1];
    const next = this.first.slice();
    for (let node = 0; node < size; node++) this.children[next[this.parent[node] + 1]++] = node;
  }

  /** The children of a node, the roots for -1. A view: not to be changed. */
  childrenOf(node: number): Int32Array {
    return this.children.subarray(this.first[node + 1], this.first[node + 2]);
  }

  hasChildren(node: number): boolean {
    return this.first[node + 1] < this.first[node + 2];
  }

  /** From the root down to the node itself. */
  path(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at >= 0; at = this.parent[at]) path.push(at);
    return path.reverse();
  }
}
