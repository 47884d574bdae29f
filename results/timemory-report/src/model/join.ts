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
      laps: joining.values(joining.groupLaps, nodes.laps),
      thread: joinThreads(nodes.thread, to, paths.size),
      concurrent: concurrentOf(paths),
    },
    components: components.map((component) => joinComponent(component, joining)),
  };
}

function concurrentOf(paths: Paths): number[] {
  const concurrent: number[] = [];
  for (let joined = 0; joined < paths.size; joined++) if (paths.isConcurrent(joined)) concurrent.push(joined);
  return concurrent;
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
  const { min, max, mean, stddev, self, cost, additive, timing, percentiles, histograms } = component;
  const own = joining.members(component.sum);
  const sum = additive ? joining.add(own) : joining.most(own);
  const hasLaps = additive && (timing || mean !== null || min !== null);
  // Of a place with one lap, its value is what the lap had.
  const perLap = (known: Values | null) => (hasLaps ? joining.orSingleLap(known, own) : joining.members(known!));
  const means = joining.means(sum);
  return {
    ...component,
    sum: joining.values(sum, component.sum),
    self: self && joining.values(joining.add(joining.members(self)), self),
    min: hasLaps || min ? joining.values(joining.least(perLap(min)), min) : null,
    max: hasLaps || max ? joining.values(joining.most(perLap(max)), max) : null,
    mean: hasLaps || mean ? joining.values(means, mean) : null,
    stddev: hasLaps || stddev ? joining.values(joining.deviations(own, means, stddev), stddev) : null,
    cost: cost && joining.values(joining.weighted(joining.members(cost), own), cost),
    percentiles: hasLaps ? joining.percentiles(own, percentiles) : percentiles && {},
    histograms: histograms && joining.only(histograms),
  };
}

const PERCENTILES: Record<string, number> = { p50: 0.5, p90: 0.9, p99: 0.99 };

/**
 * Places that become one are a group, and its members. What stays alone is taken over as it is: a graph of which little is joined takes
 * little longer. Numbers are in arrays of their own, NaN for none, with an entry for each member or for each group.
 */
class Joining {
  /** Places of the members, by place. */
  private readonly places: Int32Array;
  /** By member. */
  private readonly group: Int32Array;
  private readonly laps: Float64Array;
  private readonly groups: number;
  readonly groupLaps: Float64Array;
  /** By joined place: its group, or -1 less the place that stayed alone. */
  private readonly origin: Int32Array;

  constructor(private readonly to: Int32Array, size: number, laps: Values) {
    const counts = new Int32Array(size);
    for (const joined of to) counts[joined]++;
    this.origin = new Int32Array(size);
    let groups = 0;
    let members = 0;
    counts.forEach((count, joined) => {
      if (count < 2) return;
      this.origin[joined] = groups++;
      members += count;
    });
    this.groups = groups;
    this.places = new Int32Array(members);
    this.group = new Int32Array(members);
    let next = 0;
    to.forEach((joined, place) => {
      if (counts[joined] < 2) this.origin[joined] = -1 - place;
      else {
        this.places[next] = place;
        this.group[next++] = this.origin[joined];
      }
    });
    this.laps = this.members(laps);
    this.groupLaps = this.add(this.laps);
  }

  /** What the members have. */
  members(values: Values): Float64Array {
    const { places } = this;
    const numbers = new Float64Array(places.length);
    for (let member = 0; member < places.length; member++) numbers[member] = values[places[member]] ?? NaN;
    return numbers;
  }

  /** A column: numbers of groups, and what places that stayed alone had before, if anything. */
  values(ofGroups: Float64Array, before: Values | null | undefined): Values {
    const { origin } = this;
    const values: Values = new Array(origin.length);
    for (let at = 0; at < origin.length; at++) {
      const from = origin[at];
      if (from < 0) values[at] = before ? before[-1 - from] : null;
      else values[at] = Number.isNaN(ofGroups[from]) ? null : ofGroups[from];
    }
    return values;
  }

  add(numbers: Float64Array): Float64Array {
    return this.gather(numbers, (a, b) => a + b);
  }

  most(numbers: Float64Array): Float64Array {
    return this.gather(numbers, Math.max);
  }

  least(numbers: Float64Array): Float64Array {
    return this.gather(numbers, Math.min);
  }

  /** What is known, and the sums of members with one lap. */
  orSingleLap(known: Values | null, sums: Float64Array): Float64Array {
    return sums.map((sum, member) => known?.[this.places[member]] ?? (this.laps[member] === 1 ? sum : NaN));
  }

  /** Averages of shares, each as heavy as the value that it is of. */
  weighted(shares: Float64Array, of: Float64Array): Float64Array {
    const weights = this.add(of.map((value, member) => (Number.isNaN(shares[member]) ? NaN : value)));
    return this.add(shares.map((share, member) => share * (of[member] || 0))).map((part, group) => (weights[group] > 0 ? part / weights[group] : part));
  }

  means(sums: Float64Array): Float64Array {
    return sums.map((sum, group) => (this.groupLaps[group] > 0 ? sum / this.groupLaps[group] : NaN));
  }

  /** Standard deviations of all laps, from those within the places and from how the means of the places differ. */
  deviations(sums: Float64Array, means: Float64Array, within: Values | null): Float64Array {
    const { laps, group, places } = this;
    const squares = this.add(sums.map((sum, member) => {
      const own = laps[member] > 1 ? (within?.[places[member]] ?? 0) : 0;
      return laps[member] > 0 ? laps[member] * (sum / laps[member] - means[group[member]]) ** 2 + (laps[member] - 1) * own ** 2 : NaN;
    }));
    return squares.map((square, at) => (this.groupLaps[at] > 1 ? Math.sqrt(square / (this.groupLaps[at] - 1)) : NaN));
  }

  /** Exact ones of groups whose members had one lap each. */
  percentiles(sums: Float64Array, known: Record<string, Values> | null): Record<string, Values> {
    const { group, groups, laps } = this;
    const next = new Int32Array(groups + 1);
    for (const one of group) next[one + 1]++;
    for (let one = 0; one < groups; one++) next[one + 1] += next[one];
    const begins = next.slice();
    const all = new Float64Array(sums.length);
    const isUnknown = new Uint8Array(groups);
    sums.forEach((sum, member) => {
      if (Number.isNaN(sum)) return;
      if (laps[member] !== 1) isUnknown[group[member]] = 1;
      all[next[group[member]]++] = sum;
    });
    const names = [...new Set([...Object.keys(PERCENTILES), ...Object.keys(known ?? {})])];
    const found = names.map(() => new Float64Array(groups).fill(NaN));
    for (let one = 0; one < groups; one++) {
      const of = all.subarray(begins[one], next[one]).sort();
      if (isUnknown[one] || of.length === 0) continue;
      names.forEach((name, i) => { if (name in PERCENTILES) found[i][one] = of[Math.max(0, Math.ceil(PERCENTILES[name] * of.length) - 1)]; });
    }
    return Object.fromEntries(names.map((name, i) => [name, this.values(found[i], known?.[name])]));
  }

  /** What places have, by their numbers, that stayed alone. */
  only<T>(byPlace: Record<string, T>): Record<string, T> {
    const entries = Object.entries(byPlace).filter(([place]) => this.origin[this.to[Number(place)]] < 0);
    return Object.fromEntries(entries.map(([place, value]) => [this.to[Number(place)], value]));
  }

  private gather(numbers: Float64Array, join: (a: number, b: number) => number): Float64Array {
    const gathered = new Float64Array(this.groups).fill(NaN);
    for (let member = 0; member < numbers.length; member++) {
      const value = numbers[member];
      if (Number.isNaN(value)) continue;
      const before = gathered[this.group[member]];
      gathered[this.group[member]] = Number.isNaN(before) ? value : join(before, value);
    }
    return gathered;
  }
}
