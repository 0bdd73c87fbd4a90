/** Ends a fault whatever comes of a test, so that the next one meets none. */
export async function during<T>(fault: () => unknown, mend: () => unknown, work: () => Promise<T>): Promise<T> {
  await fault();
  try {
    return await work();
  } finally {
    await mend();
  }
}
