import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { isDialogAbove, useSingleKeys } from '#lib/use-single-keys';

export const MAX_ZOOM = 5;
const STEP = 1.25;

const within = (zoom: number) => Math.min(MAX_ZOOM, Math.max(1, zoom));

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zoom and quarter turns of what the area shows, by buttons, by keys, and by the wheel with Ctrl. */
export function useZoom(area: RefObject<HTMLElement | null>) {
  const [zoom, setZoom] = useState(1);
  const [turns, setTurns] = useState(0);
  /** The point of the area that stays where it is, as parts of the whole. */
  const anchor = useRef<{ part: Point; at: Point } | null>(null);

  function zoomTo(next: number, at?: Point) {
    const element = area.current;
    if (element) {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element;
      const middle = at ?? { x: clientWidth / 2, y: zoom === 1 ? 0 : clientHeight / 2 };
      const part = { x: (scrollLeft + middle.x) / scrollWidth, y: (scrollTop + middle.y) / scrollHeight };
      anchor.current = { part, at: middle };
    }
    setZoom(within(next));
  }

  useLayoutEffect(() => {
    const [element, held] = [area.current, anchor.current];
    if (!element || !held) return;
    element.scrollLeft = held.part.x * element.scrollWidth - held.at.x;
    element.scrollTop = held.part.y * element.scrollHeight - held.at.y;
  }, [zoom, area]);

  const wheel = useEffectEvent((event: WheelEvent) => {
    // A pinch on a touchpad is such a wheel as well.
    if (!event.ctrlKey || !area.current) return;
    event.preventDefault();
    const { left, top } = area.current.getBoundingClientRect();
    zoomTo(zoom * Math.exp(-event.deltaY / 300), { x: event.clientX - left, y: event.clientY - top });
  });
  useEffect(() => {
    const element = area.current;
    const listener = (event: WheelEvent) => wheel(event);
    // The browser would zoom the page, which only an active listener prevents.
    element?.addEventListener('wheel', listener, { passive: false });
    return () => element?.removeEventListener('wheel', listener);
  }, [area]);

  const actions = {
    zoomIn: () => zoomTo(zoom * STEP),
    zoomOut: () => zoomTo(zoom / STEP),
    fit: () => zoomTo(1),
    turn: () => setTurns((now) => now + 1),
  };
  const { zoomIn, zoomOut, fit, turn } = actions;
  useSingleKeys(true, { '+': zoomIn, '-': zoomOut, '0': fit, t: turn }, isDialogAbove);
  return { zoom, turns, ...actions };
}
