const FLAG = 'debug';

let isInUrl = false;

/** Reads `debug=1` from the URL the page was opened with; later navigations keep the mode. */
export function readDebugFlag(href: string) {
  isInUrl = new URL(href, window.location.origin).searchParams.get(FLAG) === '1';
}

/** Debug mode: on through the URL or a flag in local storage. */
function isDebugging(): boolean {
  const flag = localStorage.getItem(FLAG);
  return isInUrl || flag === '1' || flag === 'true';
}

/** Does not log bodies, since they contain passwords and tokens. */
export function traceCall(method: string, url: string): ((outcome: number | string, id: string | null) => void) | null {
  if (!isDebugging()) return null;
  const started = performance.now();
  return (outcome, id) =>
    window.console.info(`${method} ${url}: ${outcome} in ${Math.round(performance.now() - started)} ms`, id ?? '');
}
