/** Always ends the fault, because it would affect the next test. */
export async function withFault<T>(start: () => unknown, end: () => unknown, work: () => Promise<T>): Promise<T> {
  await start();
  try {
    return await work();
  } finally {
    await end();
  }
}
