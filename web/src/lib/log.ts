/** Failures the specification wants in the browser's console, where whoever supports a user looks for them. */
export function logFailure(what: string, error: unknown): void {
  window.console.error(what, error);
}
