/** In milliseconds. A caller waits at most 3 s for the store, and a subscription resumes within 5 s. */
export interface Timeouts {
  readonly append: number;
  /** An append without an answer is looked for in its stream and sent again, each time after twice as long. */
  readonly answer: number;
  readonly findIdle: number;
  /** The server's longest silence during a read, which may start only after `reconnectPause`. */
  readonly readIdle: number;
  readonly watchIdle: number;
  readonly ready: number;
  readonly reconnectPause: number;
  readonly resubscribePause: number;
  readonly watchInterval: number;
  /** How old a head may be for a check: longer than the interval, so that others who read it as often suffice. */
  readonly recentHead: number;
  /** How long an event that can already be read may take to arrive through a subscription. */
  readonly watchGrace: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  append: 2800,
  answer: 100,
  findIdle: 1000,
  readIdle: 2300,
  watchIdle: 1000,
  ready: 900,
  reconnectPause: 500,
  resubscribePause: 500,
  watchInterval: 1000,
  recentHead: 1500,
  watchGrace: 1000,
};

/** Nobody waits for one answer of a thread or tool that reads everything, beside a process that may be slow. */
export const READING_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, readIdle: 30_000 };
