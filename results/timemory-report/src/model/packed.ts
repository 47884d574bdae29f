/**
 * Reads large results as `PackedColumns.kt` of the module timemory-export writes them: JSON, and columns of numbers behind it as bytes, all of
 * it compressed, in base64. What stands for a column in the JSON becomes the array that it is of. How a column is written, and what the kinds
 * and guesses are, stands there; a guess is computed from columns that come before.
 */
import type { NodesData, ReportData, Values } from '../contract.ts';

export const PACKED = 'packed:';

interface Column {
  at: number;
  size: number;
  kind: 'whole' | 'real' | 'single';
  guess: string;
  digits?: number;
}

/** What has columns where the contract has arrays. */
type Unread = any;

type Guess = (place: number) => number;

export async function unpack(text: string): Promise<ReportData> {
  const bytes = await inflate(bytesOf(text.slice(PACKED.length)));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = view.getUint32(0, true);
  const report: Unread = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  const columns = new Columns(view, 4 + length);
  for (const run of report.runs) unpackRun(run, columns);
  return report;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

function unpackRun(run: Unread, columns: Columns) {
  const nodes: NodesData = run.nodes;
  nodes.label = columns.read(run.nodes.label);
  nodes.parent = columns.read(run.nodes.parent);
  nodes.laps = columns.read(run.nodes.laps);
  const sets: number[][] = run.nodes.thread.sets;
  nodes.thread = columns.read(run.nodes.thread.of).map((set: number) => (sets[set].length === 1 ? sets[set][0] : sets[set]));
  for (const component of run.components) unpackComponent(component, nodes, columns);
  for (const timeline of [run.timeline, run.gpu, run.timeline?.slices]) if (timeline) unpackAll(timeline, columns);
}

function unpackComponent(component: Unread, nodes: NodesData, columns: Columns) {
  const sum: Values = columns.read(component.sum);
  component.sum = sum;
  const mean: Guess = (place) => (sum[place] ?? NaN) / Math.max(nodes.laps[place] ?? 1, 1);
  const below = belowOf(sum, nodes);
  const guesses: Record<string, Guess> = {
    mean,
    lap: (place) => Math.floor(mean(place) + 0.5),
    rest: (place) => (sum[place] ?? NaN) - below[place],
  };
  unpackAll(component, columns, guesses);
  if (component.percentiles) unpackAll(component.percentiles, columns, guesses);
  if (component.ranks) unpackAll(component.ranks, columns, guesses);
}

/** What the places below one have together, but for those that ran concurrently. */
function belowOf(sum: Values, { parent, concurrent = [] }: NodesData): Float64Array {
  const below = new Float64Array(parent.length);
  const isConcurrent = new Uint8Array(parent.length);
  for (const node of concurrent) isConcurrent[node] = 1;
  for (let node = 0; node < parent.length; node++) {
    const value = sum[node];
    if (parent[node] >= 0 && !isConcurrent[node] && value !== null) below[parent[node]] += value;
  }
  return below;
}

function unpackAll(owner: Unread, columns: Columns, guesses: Record<string, Guess> = {}) {
  for (const [name, value] of Object.entries<Unread>(owner)) if (isColumn(value)) owner[name] = columns.read(value, guesses);
}

const isColumn = (value: Unread): value is Column => typeof value === 'object' && value !== null && typeof value.at === 'number' && typeof value.kind === 'string';

class Columns {
  constructor(private readonly view: DataView, private readonly begin: number) {}

  // The places of a column without gaps are numbers; whoever reads one that may have gaps takes it as such.
  read(column: Column, guesses: Record<string, Guess> = {}): Unread {
    const { at, size, kind, guess, digits = 0 } = column;
    if (!Number.isInteger(size) || !Number.isInteger(at) || at < 0 || size < 0 || at + size > this.view.byteLength - this.begin) throw new RangeError(`a column of ${size} places from ${at} on is outside of what was written`);
    const known = guesses[guess];
    return kind === 'whole' ? this.wholes(this.begin + at, size, guess, known, 10 ** digits) : this.reals(this.begin + at, size, known, kind === 'single');
  }

  private wholes(from: number, size: number, guess: string, known: Guess | undefined, scale: number): Values {
    const bytes = new Uint8Array(this.view.buffer, this.view.byteOffset, this.view.byteLength);
    const values: Values = new Array(size);
    let at = from;
    let before = 0;
    for (let place = 0; place < size; place++) {
      let byte = bytes[at++];
      let rest = byte & 0x7f;
      for (let factor = 0x80; byte > 0x7f; factor *= 0x80) {
        byte = bytes[at++];
        rest += (byte & 0x7f) * factor;
      }
      if (rest === 0) {
        values[place] = null;
        continue;
      }
      rest--;
      const difference = rest % 2 === 0 ? rest / 2 : -(rest + 1) / 2;
      const guessed = known ? known(place) : guess === 'before' ? before : guess === 'place' ? place : 0;
      before = difference + (Number.isNaN(guessed) ? 0 : guessed);
      values[place] = scale === 1 ? before : before / scale;
    }
    return values;
  }

  /** What is added makes of a zero below zero the one that JSON has. */
  private reals(from: number, size: number, known: Guess | undefined, isSingle: boolean): Values {
    const values: Values = new Array(size);
    let at = from;
    for (let place = 0; place < size; place++) {
      const mark = this.view.getUint8(at++);
      if (mark === 2) {
        values[place] = (isSingle ? this.view.getFloat32(at, true) : this.view.getFloat64(at, true)) + 0;
        at += isSingle ? 4 : 8;
      } else if (mark === 1) values[place] = null;
      else {
        const guessed = known ? known(place) : 0;
        values[place] = Number.isNaN(guessed) ? 0 : guessed + 0;
      }
    }
    return values;
  }
}
