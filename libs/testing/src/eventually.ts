/**
 * Polls until `read` returns a truthy value and returns it; rejects after `withinMs` milliseconds. The default is close
 * to Jest's limit for a test, so that a busy machine does not reach it.
 */
export async function eventually<T>(
  read: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 40_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (performance.now() > deadline) throw new Error(`The condition did not hold within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
