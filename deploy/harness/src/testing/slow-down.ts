import { readFileSync } from 'node:fs';
import type { StartedProcess } from '../start-process.js';

/** The unit in which Linux reports the CPU time of a process. */
const TICK_MS = 10;

/**
 * Makes a processor seem `times` as slow to processes, until the returned function is called: each is stopped for a
 * multiple of the processor time that it has used, however busy the machine is. Linux only.
 */
export function slowDown(processes: readonly Pick<StartedProcess, 'pid' | 'signal'>[], times: number): () => void {
  const stops = processes.map((one) => slowDownOne(one, times - 1));
  return () => stops.forEach((stop) => stop());
}

function slowDownOne({ pid, signal }: Pick<StartedProcess, 'pid' | 'signal'>, rests: number): () => void {
  let used = usedMs(pid);
  let timer = setTimeout(look, TICK_MS);
  function look(): void {
    const now = usedMs(pid);
    const rest = (now - used) * rests;
    used = now;
    if (rest > 0) signal('SIGSTOP');
    timer = setTimeout(rest > 0 ? goOn : look, rest > 0 ? rest : TICK_MS);
  }
  function goOn(): void {
    signal('SIGCONT');
    timer = setTimeout(look, TICK_MS);
  }
  return () => {
    clearTimeout(timer);
    signal('SIGCONT');
  };
}

/** The sum for all threads, in user and system mode: fields 14 and 15 of proc(5). The name before them may have spaces. */
function usedMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
