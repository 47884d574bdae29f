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
}

/** A rectangle with as much of its label as fits. Matches and the focus have outlines, so that no colour needs to be told apart. */
export function paintFrame(context: CanvasRenderingContext2D, box: Box, label: string, style: FrameStyle, palette: Palette) {
  const { x, y, width, height } = box;
  const gap = width > 3 ? 1 : 0;
  context.globalAlpha = style.faded ? 0.28 : 1;
  context.fillStyle = style.fill.background;
  context.fillRect(x, y, Math.max(width - gap, 0.5), height - 1);
  context.globalAlpha = style.faded ? 0.6 : 1;
  const left = Math.max(x, 0);
  const length = Math.floor((x + width - left - 6) / CHARACTER);
  if (length >= 3) {
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
