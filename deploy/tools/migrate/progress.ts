import type { OnProgress } from './migration.js';

const INTERVAL_MS = 100;
const BAR = 30;

export function showProgress(stream: NodeJS.WriteStream): OnProgress {
  let shown = { step: '', at: 0 };
  return (step, done, of) => {
    const isNew = step !== shown.step;
    const now = performance.now();
    if (!stream.isTTY) {
      if (isNew) stream.write(`${step} …\n`);
    } else if (isNew || done === of || now - shown.at > INTERVAL_MS) {
      stream.write(`${isNew && shown.step !== '' ? '\n' : ''}\r\u001b[K${bar(done, of)} ${step}`);
    } else return;
    shown = { step, at: now };
  };
}

function bar(done: number, of: number | null): string {
  const number = (value: number) => value.toLocaleString('en');
  if (of === null) return number(done).padStart(BAR + 2);
  const filled = of === 0 ? BAR : Math.floor((BAR * done) / of);
  return `[${'#'.repeat(filled).padEnd(BAR)}] ${number(done)} of ${number(of)}`;
}
