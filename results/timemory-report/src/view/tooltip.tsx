import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Beside the pointer, moved so that it stays on the screen. */
export function Tooltip({ x, y, children }: { x: number; y: number; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    const left = Math.min(x + 14, innerWidth - current!.offsetWidth - 8);
    const below = y + 18;
    const top = below + current!.offsetHeight > innerHeight ? y - current!.offsetHeight - 10 : below;
    current!.style.transform = `translate(${Math.max(left, 4)}px, ${Math.max(top, 4)}px)`;
  });
  return <div class="tooltip" ref={box} aria-hidden="true">{children}</div>;
}
