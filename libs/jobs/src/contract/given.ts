import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Job, Jobs, JobState } from '../jobs.js';

/** A queue no other test has used. */
export const newQueue = () => `q-${randomUUID()}`;
export const newId = () => `job-${randomUUID()}`;

/** Waits for a condition; the test's own time limit says when that was in vain. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(10);
}

export function untilState(jobs: Jobs, queue: string, id: string, state: JobState): Promise<void> {
  return until(async () => (await jobs.state(queue, id)) === state);
}

/** A handler that notes the jobs it gets. */
export function recorder<Data>() {
  const got: Job<Data>[] = [];
  const handle = async (job: Job<Data>) => {
    got.push(job);
  };
  return { got, handle };
}

/** Keeps handlers inside until it is opened, and knows how many there are. */
export class Gate {
  inside = 0;
  most = 0;
  private open: () => void = () => undefined;
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  readonly handle = async (): Promise<void> => {
    this.inside += 1;
    this.most = Math.max(this.most, this.inside);
    await this.opened;
    this.inside -= 1;
  };

  release(): void {
    this.open();
  }
}
