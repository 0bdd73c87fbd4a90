/** Asks for the past until its snapshot is made. */
export async function whenReady<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!String(error).includes('SNAPSHOT_NOT_READY')) throw error;
    }
  }
}
