/** The data that a thread needs to open a connection of its own. */
export interface SqliteThreadData {
  readonly file: string;
  readonly busyTimeoutMs: number;
}
