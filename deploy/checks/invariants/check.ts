export interface Outcome {
  readonly tried: number;
  readonly wrong: number;
  readonly details: readonly string[];
}

export interface CheckContext {
  /** The same seed gives the same inputs, but races may end otherwise. */
  readonly seed: number;
  readonly onProgress: (done: number, of: number) => void;
}

export interface Check {
  readonly number: number;
  readonly name: string;
  readonly fullScale: number;
  run(context: CheckContext, scale: number): Promise<Outcome>;
}

const MAX_PROBLEMS = 5;

export class Tally {
  private tried = 0;
  private wrong = 0;
  private readonly problems: string[] = [];
  private readonly notes: string[] = [];

  constructor(
    private readonly context: CheckContext,
    private readonly expected: number,
  ) {}

  /** Null means that the try passed. */
  add(problem: string | null): void {
    this.tried += 1;
    if (problem !== null) {
      this.wrong += 1;
      if (this.problems.length < MAX_PROBLEMS) this.problems.push(problem);
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

export function countAt(fullScale: number, scale: number): number {
  return Math.max(1, Math.round(fullScale * scale));
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
