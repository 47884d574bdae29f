const FIRST_SLOTS = 1 << 10;

/**
 * Numbers paths of labels, each when it first comes: one number for each label below a number. A hash table in an array, as it has a
 * million entries.
 */
export class Paths {
  /** By number: the number that it is below, -1 for none. */
  readonly parent: number[] = [];
  /** By number. */
  readonly label: number[] = [];
  private readonly names: number[] = [];
  private slots = new Int32Array(FIRST_SLOTS).fill(-1);

  get size(): number {
    return this.parent.length;
  }

  /** Returns the number of `label` below the number `above`. What ran concurrently is not the same as what did not. */
  add(above: number, label: number, isConcurrent = false): number {
    const name = label * 2 + Number(isConcurrent);
    let slot = this.slotOf(above, name);
    for (let at = this.slots[slot]; at >= 0; at = this.slots[slot]) {
      if (this.parent[at] === above && this.names[at] === name) return at;
      slot = (slot + 1) & (this.slots.length - 1);
    }
    const number = this.parent.push(above) - 1;
    this.label.push(label);
    this.names.push(name);
    this.slots[slot] = number;
    if (this.size * 2 > this.slots.length) this.grow();
    return number;
  }

  isConcurrent(number: number): boolean {
    return this.names[number] % 2 === 1;
  }

  private slotOf(above: number, name: number): number {
    let hash = Math.imul(above + 1, 0x9e3779b1) ^ Math.imul(name + 1, 0x85ebca6b);
    hash ^= hash >>> 15;
    return hash & (this.slots.length - 1);
  }

  private grow() {
    this.slots = new Int32Array(this.slots.length * 4).fill(-1);
    for (let number = 0; number < this.size; number++) {
      let slot = this.slotOf(this.parent[number], this.names[number]);
      while (this.slots[slot] >= 0) slot = (slot + 1) & (this.slots.length - 1);
      this.slots[slot] = number;
    }
  }
}
