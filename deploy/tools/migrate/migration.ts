export interface Totals {
  readonly name: string;
  readonly count: number;
  /** SHA-256 in hex: equal on both sides if nothing is missing, altered or reordered. */
  readonly content: string;
}

/** `of` is null if the total is unknown. */
export type OnProgress = (step: string, done: number, of: number | null) => void;
export type StepProgress = (done: number) => void;

/** The message is for the operator. */
export class MigrationRejected extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MigrationRejected';
  }
}
