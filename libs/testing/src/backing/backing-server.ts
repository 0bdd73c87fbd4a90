export interface BackingServer {
  /** The connection URL, including credentials. */
  readonly url: string;
  /** Sends SIGTERM and, after a grace period, SIGKILL; its data stays for `restart`. */
  stop(): Promise<void>;
  kill(): Promise<void>;
  /** Freezes it: connections stay open but it does not respond. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  /** Sends SIGHUP, at which it reads its configuration again. */
  reload(): Promise<void>;
  /** Stops it if necessary and starts it on the same port and data; resolves when it is ready. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

export function externalServer(url: string, variable: string): BackingServer {
  const reject = async () => {
    throw new Error(`The server of ${variable} is not the test's own; ask for one with { own: true }`);
  };
  return {
    url,
    stop: reject,
    kill: reject,
    pause: reject,
    resume: reject,
    reload: reject,
    restart: reject,
    close: async () => {},
  };
}
