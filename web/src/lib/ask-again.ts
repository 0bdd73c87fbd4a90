/** How often a reply from before is asked for again. */
const AGAIN_MS = 10_000;

export interface MaybeKept {
  /** Since when the browser has kept the reply, which it shows because the server cannot be reached (last-reply.ts). */
  readonly keptAt?: string | undefined;
}

interface Query<Data> {
  readonly state: { readonly data: Data | undefined };
}

/** Asks for a kept reply again after a while, and at once when the browser is online again. */
export function askAgain<Data>(keptAtOf: (data: Data) => string | undefined) {
  const isKept = ({ state: { data } }: Query<Data>) => data !== undefined && keptAtOf(data) !== undefined;
  return {
    refetchInterval: (query: Query<Data>) => isKept(query) && AGAIN_MS,
    refetchOnReconnect: (query: Query<Data>) => (isKept(query) ? 'always' : true),
  } as const;
}
