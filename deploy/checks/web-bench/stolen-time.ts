import { readFileSync } from 'node:fs';

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

/** Other virtual machines steal CPU time, which slows down measurements. */
export function watchStolenTime(): () => string {
  const before = ticks();
  return () => {
    const after = ticks();
    if (!before || !after) return 'The share of stolen CPU time is unknown on this machine.';
    const share = ((after.stolen - before.stolen) / Math.max(1, after.all - before.all)) * 100;
    return `${share.toFixed(1)}% of the CPU time was stolen by other virtual machines.`;
  };
}
