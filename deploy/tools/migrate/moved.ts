/** What there is of one kind on one side. */
export interface Totals {
  readonly name: string;
  readonly count: number;
  /** SHA-256 over all of it, in hex: equal on both sides where nothing is missing, altered or out of its order. */
  readonly content: string;
}

/** Called as work goes on; `of` is null where nobody knows how much there is. */
export type OnProgress = (step: string, done: number, of: number | null) => void;
export type Tick = (done: number) => void;

/** Why nothing is moved. Its message is for the operator. */
export class MoveRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MoveRefused';
  }
}
