import { useCallback, useState } from 'react';

const CONTROLS = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, iframe, [tabindex]';

/**
 * For an area that scrolls: what is watched by `ref` should take the focus itself (`tabIndex`) while no control in it
 * does, since without a focus in it no key scrolls it.
 */
export function useScrollStop() {
  const [hasControls, setHasControls] = useState(true);
  const ref = useCallback((area: HTMLElement | null) => {
    if (!area) return;
    const look = () => setHasControls(area.querySelector(CONTROLS) !== null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(area, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => observer.disconnect();
  }, []);
  return { ref, tabIndex: hasControls ? undefined : 0 };
}
