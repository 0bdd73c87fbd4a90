/** Runs `work` during a fault, and always ends the fault, so that it does not affect the next test. */
export async function withFault<T>(start: () => unknown, end: () => unknown, work: () => Promise<T>): Promise<T> {
  await start();
  try {
    return await work();
  } finally {
    await end();
  }
}
