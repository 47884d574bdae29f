import type { IcicleLayout } from '../model/icicle.ts';
import type { Tree } from '../model/tree.ts';
import type { Fill, Palette } from './colours.ts';
import { FONT, paintFrame } from './frame.ts';

export const ROW = 20;
/** Stands for the frame above all roots. */
export const ALL = -1;
const NARROWEST = 0.4;

export interface IcicleScene {
  tree: Tree;
  layout: IcicleLayout;
  /** The zoomed frame; what lies above it is as wide as the screen. */
  root: number;
  flipped: boolean;
  contentHeight: number;
  fill(node: number): Fill;
  label(node: number): string;
  /** What is hatched, besides its colour. */
  isHatched?(node: number): boolean;
  matches: Uint8Array | null;
  focus: number;
  palette: Palette;
}

export interface Viewport {
  width: number;
  height: number;
  scrollTop: number;
}

export const rowOf = (scene: IcicleScene, node: number) => (node === ALL ? 0 : scene.tree.depth[node] + 1);

/** Where a row begins in the content; a flame grows from the bottom. */
export function rowTop(scene: IcicleScene, row: number): number {
  return scene.flipped ? scene.contentHeight - (row + 1) * ROW : row * ROW;
}

const pathOf = (scene: IcicleScene) => [ALL, ...scene.tree.path(scene.root)];

export function paintIcicle(context: CanvasRenderingContext2D, scene: IcicleScene, view: Viewport) {
  const { layout, root, matches, focus, palette } = scene;
  context.clearRect(0, 0, view.width, view.height);
  context.font = FONT;
  context.textBaseline = 'middle';
  const onScreen = (row: number) => {
    const y = rowTop(scene, row) - view.scrollTop;
    return y > -ROW && y < view.height;
  };
  const lastRow = scene.flipped
    ? Math.floor((scene.contentHeight - view.scrollTop) / ROW)
    : Math.ceil((view.scrollTop + view.height) / ROW);
  let focusBox: (() => void) | null = null;
  const frame = (node: number, x: number, width: number) => {
    const row = rowOf(scene, node);
    if (!onScreen(row)) return;
    const matched = node !== ALL && matches?.[node] === 1;
    const style = { fill: scene.fill(node), faded: matches !== null && !matched, matched, focused: node === focus, hatched: node !== ALL && (scene.isHatched?.(node) ?? false) };
    const paint = () => paintFrame(context, { x, y: rowTop(scene, row) - view.scrollTop, width, height: ROW }, scene.label(node), style, palette);
    paint();
    if (style.focused) focusBox = paint;
  };

  for (const node of pathOf(scene)) frame(node, 0, view.width);
  const from = layout.x0[root + 1];
  const span = layout.x1[root + 1] - from || 1;
  const toPixel = (x: number) => ((x - from) / span) * view.width;
  const stack = [root];
  while (stack.length > 0) {
    const node = stack.pop()!;
    const row = rowOf(scene, node) + 1;
    if (row > lastRow) continue;
    const children = layout.childrenOf(node);
    let sliver = -1;
    const endSliver = (end: number) => {
      if (sliver < 0) return;
      context.fillStyle = palette.sliver;
      if (onScreen(row) && end > sliver) context.fillRect(sliver, rowTop(scene, row) - view.scrollTop, Math.max(end - sliver, 0.5), ROW - 1);
      sliver = -1;
    };
    for (const child of children) {
      const x = toPixel(layout.x0[child + 1]);
      const width = toPixel(layout.x1[child + 1]) - x;
      if (width >= NARROWEST) {
        endSliver(x);
        frame(child, x, width);
        stack.push(child);
        continue;
      }
      // One sliver stands for all narrow ones side by side; by falling width, all that come are as narrow.
      if (sliver < 0) sliver = x;
      if (layout.byWidth) break;
    }
    if (children.length > 0) endSliver(toPixel(layout.x1[children[children.length - 1] + 1]));
  }
  // Once more, over its neighbours' edges.
  (focusBox as (() => void) | null)?.();
}

/** The frame at a point of the viewport, null where there is none. */
export function frameAt(scene: IcicleScene, view: Viewport, x: number, y: number): number | null {
  const offset = scene.flipped ? scene.contentHeight - (y + view.scrollTop) : y + view.scrollTop;
  const row = Math.floor(offset / ROW);
  const path = pathOf(scene);
  if (row < 0) return null;
  if (row < path.length) return path[row];
  const { layout, root } = scene;
  const from = layout.x0[root + 1];
  const at = from + (x / view.width) * (layout.x1[root + 1] - from);
  let node = root;
  for (let depth = path.length; depth <= row; depth++) {
    const child = childAt(layout, node, at);
    if (child === null) return null;
    node = child;
  }
  return node;
}

export function childAt(layout: IcicleLayout, node: number, at: number): number | null {
  const children = layout.childrenOf(node);
  let low = 0;
  let high = children.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const child = children[middle];
    if (at < layout.x0[child + 1]) high = middle - 1;
    else if (at >= layout.x1[child + 1]) low = middle + 1;
    else return child;
  }
  return null;
}
