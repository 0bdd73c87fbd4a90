/** Replaces `idb-keyval` by a map, because jsdom has no IndexedDB. */
export function filesInMemory(files: Map<string, unknown>) {
  return {
    get: async (key: string) => files.get(key),
    set: async (key: string, value: unknown) => void files.set(key, value),
    del: async (key: string) => void files.delete(key),
    keys: async () => [...files.keys()],
    delMany: async (keys: string[]) => keys.forEach((key) => files.delete(key)),
  };
}
