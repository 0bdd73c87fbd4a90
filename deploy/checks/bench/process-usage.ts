import { readFileSync } from 'node:fs';

/** Proportional set size: private memory and a share of shared memory. */
export function pssMb(pid: number): number {
  const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'));
  return Number(match?.[1] ?? 0) / 1024;
}

export function childPids(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Linux counts 100 ticks per second. */
export function cpuSeconds(pids: readonly number[]): number {
  const ticks = pids.map((pid) => {
    // The process name before the last bracket may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  });
  return ticks.reduce((sum, one) => sum + one, 0) / 100;
}
