/** Asks again until the answer is there, at most `withinMs`; tests wait on conditions, never on time alone. */
export async function eventually<T>(
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  withinMs = 10_000,
): Promise<T> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const answer = await ask();
    if (answer) return answer;
    if (performance.now() > deadline) throw new Error(`Nothing came of it within ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
