const FLAG = 'debug';

let inAddress = false;

/** Notes whether the page was opened with `debug=1`; whatever is visited later in the same page stays in that mode. */
export function noteDebug(href: string) {
  inAddress = new URL(href, window.location.origin).searchParams.get(FLAG) === '1';
}

/** Debug mode (specification §4): asked for in the address, or by a flag in this browser's storage. */
export function isDebugging(): boolean {
  const flag = localStorage.getItem(FLAG);
  return inAddress || flag === '1' || flag === 'true';
}

/**
 * In debug mode, what writes a finished call to the console: its outcome, how long it took and the server's name for it.
 * Neither what was sent nor what came back: there are passwords and tokens in it.
 */
export function traceCall(method: string, url: string): ((outcome: number | string, id: string | null) => void) | null {
  if (!isDebugging()) return null;
  const started = performance.now();
  return (outcome, id) =>
    window.console.info(`${method} ${url}: ${outcome} in ${Math.round(performance.now() - started)} ms`, id ?? '');
}
