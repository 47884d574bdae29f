import { shortLabel } from '../model/text.ts';
import type { Fill, Palette } from './colours.ts';

export const FONT = '11px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace';
/** Width of a character of `FONT`, rounded up. */
const CHARACTER = 6.7;

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface FrameStyle {
  fill: Fill;
  /** Fades what does not match a search. */
  faded: boolean;
  matched: boolean;
  focused: boolean;
  /** Which part of its height is hatched, from below: all of it, or as much as a number says. */
  hatched?: boolean | number;
}

/** A rectangle with as much of its label as fits. Matches and the focus have outlines, so that no colour needs to be told apart. */
export function paintFrame(context: CanvasRenderingContext2D, box: Box, label: string, style: FrameStyle, palette: Palette) {
  const { x, y, width, height } = box;
  const gap = width > 3 ? 1 : 0;
  context.globalAlpha = style.faded ? 0.28 : 1;
  context.fillStyle = style.fill.background;
  context.fillRect(x, y, Math.max(width - gap, 0.5), height - 1);
  const hatched = Number(style.hatched ?? 0);
  if (hatched > 0) hatch(context, { x, y: y + (height - 1) * (1 - hatched), width: Math.max(width - gap, 0.5), height: (height - 1) * hatched });
  context.globalAlpha = style.faded ? 0.6 : 1;
  const left = Math.max(x, 0);
  const length = Math.floor((x + width - left - 6) / CHARACTER);
  if (length >= 4) {
    context.fillStyle = style.faded ? palette.text : style.fill.text;
    context.fillText(shortLabel(label, length), left + 3, y + height / 2);
  }
  context.globalAlpha = 1;
  if (style.focused || style.matched) {
    context.strokeStyle = style.focused ? palette.accent : palette.text;
    context.lineWidth = style.focused ? 3 : 1.5;
    const inset = context.lineWidth / 2;
    context.strokeRect(x + inset, y + inset, Math.max(width - gap - inset * 2, 1), height - 1 - inset * 2);
  }
}

const STRIPES = 6;
const stripes = new WeakMap<CanvasRenderingContext2D, CanvasPattern>();

/** Draws slanted stripes over a box. */
export function hatch(context: CanvasRenderingContext2D, { x, y, width, height }: Box) {
  let pattern = stripes.get(context);
  if (!pattern) {
    const tile = document.createElement('canvas');
    tile.width = STRIPES;
    tile.height = STRIPES;
    const lines = tile.getContext('2d')!;
    lines.strokeStyle = 'rgba(20, 23, 28, 0.45)';
    lines.lineWidth = 1.2;
    for (const from of [-STRIPES, 0, STRIPES]) {
      lines.moveTo(from - 1, STRIPES + 1);
      lines.lineTo(from + STRIPES + 1, -1);
    }
    lines.stroke();
    pattern = context.createPattern(tile, 'repeat')!;
    stripes.set(context, pattern);
  }
  context.fillStyle = pattern;
  context.fillRect(x, y, width, height);
}
