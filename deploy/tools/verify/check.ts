/** What a check of one invariant came to. */
export interface Outcome {
  readonly tried: number;
  readonly wrong: number;
  /** What was wrong, the first few, and what the figures alone do not say. */
  readonly details: readonly string[];
}

export interface CheckContext {
  /** The same seed gives the same inputs; races still end as they end. */
  readonly seed: number;
  readonly onProgress: (done: number, of: number) => void;
}

/** One invariant the product promises to keep, and how it is shown. */
export interface Check {
  readonly number: number;
  readonly name: string;
  /** How many are tried at scale 1. */
  readonly fullScale: number;
  run(context: CheckContext, scale: number): Promise<Outcome>;
}

const TOLD = 5;

/** Counts what was tried and what was wrong of it. */
export class Tally {
  private tried = 0;
  private wrong = 0;
  private readonly problems: string[] = [];
  private readonly notes: string[] = [];

  constructor(
    private readonly context: CheckContext,
    private readonly expected: number,
  ) {}

  /** One more tried: null where it was right, else what was wrong. */
  add(problem: string | null): void {
    this.tried += 1;
    if (problem !== null) {
      this.wrong += 1;
      if (this.problems.length < TOLD) this.problems.push(problem);
    }
    this.context.onProgress(this.tried, this.expected);
  }

  note(text: string): void {
    this.notes.push(text);
  }

  outcome(): Outcome {
    return { tried: this.tried, wrong: this.wrong, details: [...this.problems, ...this.notes] };
  }
}

/** How many a check tries at a scale, and at least one. */
export function countAt(fullScale: number, scale: number): number {
  return Math.max(1, Math.round(fullScale * scale));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
