import { useEffect, type RefObject } from 'react';

/** Scrolls the area by dragging with the mouse; a finger does so without help. */
export function usePanning(area: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    let last: { x: number; y: number } | null = null;
    const grab = ({ button, pointerType, pointerId, clientX, clientY }: PointerEvent) => {
      if (button !== 0 || pointerType !== 'mouse') return;
      last = { x: clientX, y: clientY };
      element.setPointerCapture(pointerId);
    };
    const drag = ({ clientX, clientY }: PointerEvent) => {
      if (last === null) return;
      element.scrollBy(last.x - clientX, last.y - clientY);
      last = { x: clientX, y: clientY };
    };
    const drop = () => void (last = null);
    element.addEventListener('pointerdown', grab);
    element.addEventListener('pointermove', drag);
    element.addEventListener('pointerup', drop);
    element.addEventListener('pointercancel', drop);
    return () => {
      element.removeEventListener('pointerdown', grab);
      element.removeEventListener('pointermove', drag);
      element.removeEventListener('pointerup', drop);
      element.removeEventListener('pointercancel', drop);
    };
  }, [area]);
}
