import { useEffect, type RefObject } from 'react';

/** Keeps a sticky bar above the keyboard on the screen, which covers the page without making it smaller. */
export function useAboveKeyboard(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!viewport) return;
    const place = () => {
      // While one zooms in, the rest of the page is out of view for another reason.
      const isZoomed = viewport.scale > 1.01;
      const covered = document.documentElement.clientHeight - viewport.height - viewport.offsetTop;
      bar.current?.style.setProperty('bottom', `${isZoomed ? 0 : Math.max(0, Math.round(covered))}px`);
    };
    place();
    viewport.addEventListener('resize', place);
    viewport.addEventListener('scroll', place);
    return () => {
      viewport.removeEventListener('resize', place);
      viewport.removeEventListener('scroll', place);
    };
  }, [bar]);
}
