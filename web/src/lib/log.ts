/** Logs a failure to the browser's console (section 11 of docs/product.md). */
export function logFailure(what: string, error: unknown): void {
  window.console.error(what, error);
}

export async function logged<T>(what: string, signal: AbortSignal | undefined, load: Promise<T>): Promise<T> {
  try {
    return await load;
  } catch (error) {
    if (!signal?.aborted) logFailure(what, error);
    throw error;
  }
}
