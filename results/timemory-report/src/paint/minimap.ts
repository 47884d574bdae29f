import type { IcicleLayout } from '../model/icicle.ts';
import type { Fill, Palette } from './colours.ts';
import { ALL, childAt } from './icicle.ts';

export interface MinimapScene {
  layout: IcicleLayout;
  /** The zoomed frame. */
  root: number;
  fill(node: number): Fill;
  palette: Palette;
}

interface Size {
  width: number;
  height: number;
}

const MAX_ROW = 6;
const NARROWEST = 1;

const rowHeight = (layout: IcicleLayout, { height }: Size) => Math.min(MAX_ROW, height / (layout.maxDepth + 1));

export function paintMinimap(context: CanvasRenderingContext2D, { layout, root, fill, palette }: MinimapScene, size: Size) {
  const row = rowHeight(layout, size);
  context.clearRect(0, 0, size.width, size.height);
  const stack: [node: number, depth: number][] = [[ALL, 0]];
  while (stack.length > 0) {
    const [node, depth] = stack.pop()!;
    for (const child of layout.childrenOf(node)) {
      const x = layout.x0[child + 1] * size.width;
      const width = layout.x1[child + 1] * size.width - x;
      if (width < NARROWEST) {
        if (layout.byWidth) break;
        continue;
      }
      context.fillStyle = fill(child).background;
      context.fillRect(x, depth * row, width, Math.max(row, 0.5));
      stack.push([child, depth + 1]);
    }
  }
  if (root === ALL) return;
  const from = layout.x0[root + 1] * size.width;
  const to = layout.x1[root + 1] * size.width;
  context.globalAlpha = 0.65;
  context.fillStyle = palette.background;
  context.fillRect(0, 0, from, size.height);
  context.fillRect(to, 0, size.width - to, size.height);
  context.globalAlpha = 1;
  context.strokeStyle = palette.accent;
  context.lineWidth = 2;
  context.strokeRect(from + 1, 1, Math.max(to - from - 2, 1), size.height - 2);
}

/** The innermost frame there that is wide enough to be seen. */
export function frameInMinimap(layout: IcicleLayout, size: Size, x: number, y: number): number {
  const depth = Math.floor(y / rowHeight(layout, size));
  let node = ALL;
  for (let i = 0; i <= depth; i++) {
    const child = childAt(layout, node, x / size.width);
    if (child === null || (layout.x1[child + 1] - layout.x0[child + 1]) * size.width < NARROWEST) break;
    node = child;
  }
  return node;
}
