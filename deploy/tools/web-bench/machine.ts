import { readFileSync } from 'node:fs';

/** Ticks as `/proc/stat` counts them over all cores: those of the host for others, and all. */
function ticks(): { stolen: number; all: number } | null {
  try {
    const [cpu = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
    const [user = 0, nice = 0, system = 0, idle = 0, wait = 0, irq = 0, softIrq = 0, stolen = 0] = cpu
      .trim()
      .split(/\s+/)
      .slice(1)
      .map(Number);
    return { stolen, all: user + nice + system + idle + wait + irq + softIrq + stolen };
  } catch {
    return null;
  }
}

/** How much of this machine others had from now until the answer is asked for, in words; times are to be read with it. */
export function watchMachine(): () => string {
  const before = ticks();
  return () => {
    const after = ticks();
    if (!before || !after) return 'Whether others used this machine meanwhile is not known here.';
    const share = ((after.stolen - before.stolen) / Math.max(1, after.all - before.all)) * 100;
    return `Others had ${share.toFixed(1)}% of this machine's time meanwhile.`;
  };
}
