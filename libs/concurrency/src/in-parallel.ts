/** Results keep the order of the items. After a failure, starts no further task. */
export async function inParallel<T, R>(
  items: readonly T[],
  limit: number,
  task: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  let failed = false;
  const work = async () => {
    for (const [index, item] of queue) {
      if (failed) return;
      results[index] = await task(item).catch((error: unknown) => {
        failed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
