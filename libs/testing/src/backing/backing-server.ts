/** A running server, and the faults it can be given. */
export interface BackingServer {
  /** How a client reaches it, credentials included. */
  readonly url: string;
  /** Ends it as an operator would, SIGTERM and after a while SIGKILL; its data stays for `restart`. */
  stop(): Promise<void>;
  /** Ends it as a crash would; its data stays for `restart`. */
  kill(): Promise<void>;
  /** Freezes it: connections stay open and nothing answers. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Starts it again on the same port and data, after ending it where it still runs. Waits until it answers. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  close(): Promise<void>;
}

/** A server that somebody else runs, told by its URL: it can be used, and nothing may happen to it. */
export function serverOfOthers(url: string, variable: string): BackingServer {
  const refuse = async () => {
    throw new Error(`The server of ${variable} is not the test's own; ask for one with { own: true }`);
  };
  return { url, stop: refuse, kill: refuse, pause: refuse, resume: refuse, restart: refuse, close: async () => {} };
}
