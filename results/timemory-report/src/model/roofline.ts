/**
 * Rooflines of what a run has: regions whose operations, bytes and time were measured, below the roofs that a machine was measured to have.
 * What lies where is as in `Roofline.kt` of the module timemory-roofline: a region is at its operations for each byte, as high as its
 * operations in a second.
 */
import type { Values } from '../contract.ts';
import type { Run } from './run.ts';

/** A component of several numbers, by the names of which a roofline can be drawn. */
export interface RooflineSource {
  id: string;
  flops: Values;
  nanoseconds: Values;
  /** By level of memory: `L1`, `DRAM`. */
  bytes: [level: string, values: Values][];
}

export interface RooflinePoint {
  node: number;
  level: string;
  /** Operations for each byte. */
  intensity: number;
  perSecond: number;
  nanoseconds: number;
}

/** A roof: bytes in a second for the slanted ones, operations in a second for the level ones. */
export interface Roof {
  name: string;
  perSecond: number;
}

export interface Roofs {
  /** `cpu`, `gpu:0`. */
  device: string;
  /** What was measured, for readers. */
  machine: string;
  bandwidths: Roof[];
  /** With the type of number that each is of: `f64`. */
  peaks: (Roof & { type: string })[];
}

export function rooflineSources(run: Run): RooflineSource[] {
  const byId = new Map(run.data.components.map((component) => [component.id, component]));
  const ids = [...byId.keys()].filter((id) => id.endsWith('.flops') && byId.has(`${id.slice(0, -6)}.runtime`)).map((id) => id.slice(0, -6));
  return ids.map((id) => ({
    id,
    flops: byId.get(`${id}.flops`)!.sum,
    nanoseconds: byId.get(`${id}.runtime`)!.sum,
    bytes: [...byId].filter(([other]) => other.startsWith(`${id}.`) && other.endsWith('_bytes')).map(([other, { sum }]) => [other.slice(id.length + 1, -'_bytes'.length).toUpperCase(), sum]),
  }));
}

/** Regions with operations, time and bytes of a level: for each such level one. */
export function pointsOf({ flops, nanoseconds, bytes }: RooflineSource): RooflinePoint[] {
  const points: RooflinePoint[] = [];
  for (const [level, values] of bytes) {
    for (let node = 0; node < values.length; node++) {
      const [operations, time, moved] = [flops[node] ?? 0, nanoseconds[node] ?? 0, values[node] ?? 0];
      if (operations > 0 && time > 0 && moved > 0) points.push({ node, level, intensity: operations / moved, perSecond: (operations / time) * 1e9, nanoseconds: time });
    }
  }
  return points.sort((a, b) => b.nanoseconds - a.nanoseconds);
}

/** The largest rate that roofs allow a point: by the bandwidth of its level, where that was measured, and by the highest peak. */
export function attainable(point: RooflinePoint, { bandwidths, peaks }: Roofs): number | null {
  const own = bandwidths.find(({ name }) => name === point.level);
  const bounds = [...(own ? [own.perSecond * point.intensity] : []), ...(peaks.length > 0 ? [Math.max(...peaks.map(({ perSecond }) => perSecond))] : [])];
  return bounds.length > 0 ? Math.min(...bounds) : null;
}

/** The roofs for a component among those of all devices: the type of number and the kind of device are those that its name says. */
export function roofsFor(id: string, all: Roofs[]): Roofs | null {
  const isOfGpu = id.startsWith('gpu_');
  const roofs = all.find(({ device }) => device.startsWith('gpu:') === isOfGpu);
  if (!roofs) return null;
  const type = id.includes('_hp_') ? 'f16' : id.includes('_sp_') ? 'f32' : isOfGpu && !id.includes('_dp_') ? null : 'f64';
  return type === null ? roofs : { ...roofs, peaks: roofs.peaks.filter((peak) => peak.type === type) };
}

/** Reads the roofs in a file that `timemory roofline ert` wrote; throws an error that says what is wrong with it. */
export function parseRoofs(text: string): Roofs[] {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
  const ert = (file as { timemory?: { ert?: { ert?: unknown; roofs?: unknown } } } | null)?.timemory?.ert;
  if (!Array.isArray(ert?.ert)) throw new Error('it holds no measurements of roofs, as `timemory roofline ert` writes them');
  if (!Array.isArray(ert.roofs)) throw new Error('it was written before roofs stood in it: measure again with `timemory roofline ert`');
  return ert.roofs.map((one: Partial<Roofs>) => {
    const isRoof = (roof: Partial<Roof>) => typeof roof?.name === 'string' && typeof roof.perSecond === 'number' && roof.perSecond > 0;
    if (typeof one?.device !== 'string' || typeof one.machine !== 'string' || !Array.isArray(one.bandwidths) || !one.bandwidths.every(isRoof)
      || !Array.isArray(one.peaks) || !one.peaks.every((peak) => isRoof(peak) && typeof peak.type === 'string')) throw new Error('its roofs are not what `timemory roofline ert` writes');
    return one as Roofs;
  });
}
