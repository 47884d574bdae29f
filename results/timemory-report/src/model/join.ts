/**
 * A run with a timeline has a place in the call graph for every lap. Here, siblings with the same label become one, which has what all of
 * them had together: tables and icicles show a region once, and the timeline, which has events of its own, each of its laps.
 */
import type { ComponentData, RunData, Values } from '../contract.ts';
import { Paths } from './paths.ts';

export function joinSiblings(run: RunData): RunData {
  const { nodes, components } = run;
  const size = nodes.parent.length;
  if (!run.timeline || components.some(({ ranks }) => ranks)) return run;
  const isConcurrent = new Uint8Array(size);
  for (const node of nodes.concurrent ?? []) isConcurrent[node] = 1;
  const to = new Int32Array(size);
  const paths = new Paths();
  for (let node = 0; node < size; node++) {
    const above = nodes.parent[node];
    to[node] = paths.add(above < 0 ? -1 : to[above], nodes.label[node], isConcurrent[node] === 1);
  }
  if (paths.size === size) return run;
  const joining = new Joining(to, paths.size, nodes.laps);
  return {
    ...run,
    nodes: {
      label: paths.label,
      parent: paths.parent,
      laps: joining.add(nodes.laps),
      thread: joinThreads(nodes.thread, to, paths.size),
      concurrent: [...paths.label.keys()].filter((joined) => paths.isConcurrent(joined)),
    },
    components: components.map((component) => joinComponent(component, joining)),
  };
}

function joinThreads(thread: (number | number[])[], to: Int32Array, size: number): (number | number[])[] {
  const joined: (number | number[])[] = new Array(size);
  thread.forEach((one, node) => {
    const before = joined[to[node]];
    joined[to[node]] = before === undefined || before === one ? one : united(before, one);
  });
  return joined;
}

function united(some: number | number[], others: number | number[]): number[] {
  const all = Array.isArray(some) ? some : [some];
  const missing = (Array.isArray(others) ? others : [others]).filter((one) => !all.includes(one));
  return missing.length === 0 ? all : [...all, ...missing];
}

function joinComponent(component: ComponentData, joining: Joining): ComponentData {
  const { sum, min, max, mean, stddev, self, cost, additive, timing } = component;
  const joinedSum = additive ? joining.add(sum) : joining.highest(sum);
  // Of a place with one lap, its value is what the lap had.
  const perLap = additive ? joining.ofSingleLaps(sum) : null;
  const hasLaps = perLap !== null && (timing || mean !== null || min !== null);
  return {
    ...component,
    sum: joinedSum,
    self: self && joining.add(self),
    min: hasLaps ? joining.lowest(min ? joining.either(min, perLap) : perLap) : min && joining.lowest(min),
    max: hasLaps ? joining.highest(max ? joining.either(max, perLap) : perLap) : max && joining.highest(max),
    mean: hasLaps || mean ? joining.means(joinedSum) : null,
    stddev: hasLaps || stddev ? joining.deviations(sum, stddev) : null,
    cost: cost && joining.weighted(cost, sum),
    percentiles: hasLaps ? joining.percentiles(sum, component.percentiles) : component.percentiles && {},
    histograms: component.histograms && joining.only(component.histograms),
  };
}

const PERCENTILES: Record<string, number> = { p50: 0.5, p90: 0.9, p99: 0.99 };

/** What places have together that become one. */
class Joining {
  private readonly members: Int32Array;
  private readonly joinedLaps: Values;

  constructor(private readonly to: Int32Array, private readonly size: number, private readonly laps: Values) {
    this.members = new Int32Array(size);
    for (const joined of to) this.members[joined]++;
    this.joinedLaps = this.add(laps);
  }

  add(values: Values): Values {
    return this.gather(values, (a, b) => a + b);
  }

  highest(values: Values): Values {
    return this.gather(values, Math.max);
  }

  lowest(values: Values): Values {
    return this.gather(values, Math.min);
  }

  /** The values of places with one lap. */
  ofSingleLaps(values: Values): Values {
    return values.map((value, node) => (this.laps[node] === 1 ? value : null));
  }

  either(values: Values, others: Values): Values {
    return values.map((value, node) => value ?? others[node]);
  }

  /** Averages of shares, each as heavy as the value that it is of. */
  weighted(shares: Values, of: Values): Values {
    const weights = this.add(of.map((value, node) => (shares[node] === null ? null : value)));
    const parts = this.add(shares.map((share, node) => (share === null ? null : share * (of[node] ?? 0))));
    return parts.map((part, joined) => (part === null ? null : weights[joined] ? part / weights[joined]! : 0));
  }

  means(sums: Values): Values {
    return sums.map((sum, joined) => (sum !== null && this.joinedLaps[joined] ? sum / this.joinedLaps[joined]! : null));
  }

  /** Standard deviations of all laps, from those within the places and from how the means of the places differ. */
  deviations(sums: Values, within: Values | null): Values {
    const means = this.means(this.add(sums));
    const squares = this.add(sums.map((sum, node) => {
      const laps = this.laps[node];
      const mean = means[this.to[node]];
      if (sum === null || !laps || mean === null) return null;
      const own = laps > 1 ? (within?.[node] ?? 0) : 0;
      return laps * (sum / laps - mean) ** 2 + (laps - 1) * own ** 2;
    }));
    return squares.map((square, joined) => {
      const laps = this.joinedLaps[joined] ?? 0;
      return square !== null && laps > 1 ? Math.sqrt(square / (laps - 1)) : null;
    });
  }

  /** Exact ones of places that had one lap each; those that are known of others that stayed alone. */
  percentiles(sums: Values, known: Record<string, Values> | null): Record<string, Values> {
    const ends = new Int32Array(this.size + 1);
    this.members.forEach((count, joined) => { ends[joined + 1] = ends[joined] + count; });
    const next = ends.slice();
    const all = new Float64Array(this.to.length);
    const isKnown = new Uint8Array(this.size).fill(1);
    this.to.forEach((joined, node) => {
      if (sums[node] === null) return;
      if (this.laps[node] !== 1) isKnown[joined] = 0;
      all[next[joined]++] = sums[node]!;
    });
    const names = new Set([...Object.keys(PERCENTILES), ...Object.keys(known ?? {})]);
    const result: Record<string, Values> = Object.fromEntries([...names].map((name) => [name, new Array(this.size).fill(null)]));
    const memberOf = new Int32Array(this.size);
    this.to.forEach((joined, node) => { memberOf[joined] = node; });
    for (let joined = 0; joined < this.size; joined++) {
      if (this.members[joined] === 1) {
        for (const name of Object.keys(known ?? {})) result[name][joined] = known![name][memberOf[joined]];
        continue;
      }
      const laps = all.subarray(ends[joined], next[joined]).sort();
      if (!isKnown[joined] || laps.length === 0) continue;
      for (const [name, share] of Object.entries(PERCENTILES)) result[name][joined] = laps[Math.max(0, Math.ceil(share * laps.length) - 1)];
    }
    return result;
  }

  /** What places have, by their numbers, that become one with no other. */
  only<T>(byNode: Record<string, T>): Record<string, T> {
    const entries = Object.entries(byNode).filter(([node]) => this.members[this.to[Number(node)]] === 1);
    return Object.fromEntries(entries.map(([node, value]) => [this.to[Number(node)], value]));
  }

  private gather(values: Values, join: (a: number, b: number) => number): Values {
    const joined: Values = new Array(this.size).fill(null);
    for (let node = 0; node < values.length; node++) {
      const value = values[node];
      if (value === null) continue;
      const before = joined[this.to[node]];
      joined[this.to[node]] = before === null ? value : join(before, value);
    }
    return joined;
  }
}
