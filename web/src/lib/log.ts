/** Failures the specification wants in the browser's console, where whoever supports a user looks for them. */
export function logFailure(what: string, error: unknown): void {
  window.console.error(what, error);
}

/** Logs the failure of a load and passes it on; a load that was called off is none. */
export async function logged<T>(what: string, signal: AbortSignal, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    if (!signal.aborted) logFailure(what, error);
    throw error;
  }
}
