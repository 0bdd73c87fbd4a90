import { useCallback, useState } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, iframe, [tabindex]';

/** Makes a scrolling area focusable while it contains no focusable control, so that the keyboard can scroll it. */
export function useScrollStop() {
  const [hasControls, setHasControls] = useState(true);
  const ref = useCallback((area: HTMLElement | null) => {
    if (!area) return;
    const update = () => setHasControls(area.querySelector(CONTROLS) !== null);
    update();
    const observer = new MutationObserver(update);
    observer.observe(area, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  return { ref, tabIndex: hasControls ? undefined : 0 };
}
