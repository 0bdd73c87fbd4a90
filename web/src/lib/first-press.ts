const PRESSES = ['pointerdown', 'keydown'] as const;

/**
 * Loads what the first press on the page may need, since the server may be unreachable by the time it is needed. Returns
 * what ends the wait for the press.
 */
export function onFirstPress(load: () => void): () => void {
  for (const press of PRESSES) window.addEventListener(press, load, { once: true });
  return () => {
    for (const press of PRESSES) window.removeEventListener(press, load);
  };
}
