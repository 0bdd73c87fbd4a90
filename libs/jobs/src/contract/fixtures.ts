import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Job, Jobs, JobState } from '../jobs.js';

export const newQueue = () => `q-${randomUUID()}`;
export const newId = () => `job-${randomUUID()}`;

export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(10);
}

export function untilState(jobs: Jobs, queue: string, id: string, state: JobState): Promise<void> {
  return until(async () => (await jobs.state(queue, id)) === state);
}

export function recorder<Data>() {
  const received: Job<Data>[] = [];
  const handle = async (job: Job<Data>) => {
    received.push(job);
  };
  return { received, handle };
}

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
