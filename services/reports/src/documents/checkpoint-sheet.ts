import { createHash } from 'node:crypto';

/** A signed note that commits to the payment, or the reason why there is none. */
export type ReportCheckpoint = { readonly note: string } | { readonly missing: string };

/** The number of hexadecimal digits of the fingerprint: nobody finds two checkpoints with the same one. */
const DIGITS = 32;

/** A label and its value per row. */
export function checkpointRows(checkpoint: ReportCheckpoint): [label: string, value: string | number][] {
  if ('missing' in checkpoint) return [['Checkpoint', `None. ${checkpoint.missing}`]];
  const [origin = '', size = '', root = ''] = checkpoint.note.split('\n');
  return [
    ['Log', origin],
    ['Events', Number(size)],
    ['Root', root],
    ['Fingerprint', fingerprint([origin, size, root])],
    ['Signed note', checkpoint.note],
    ['Meaning', MEANING],
  ];
}

const MEANING =
  'The log of all events at the first checkpoint after this payment. Keep it where the operator of Outlay cannot change ' +
  'it: it shows later whether an event up to this payment was altered or removed. The fingerprint is short enough to be ' +
  'compared by telephone: head -n 3 checkpoint.note | sha256sum.';

/** The fingerprint of the signed lines, in groups that can be read out. */
function fingerprint(lines: readonly string[]): string {
  const hash = createHash('sha256').update(lines.map((line) => `${line}\n`).join(''));
  return (hash.digest('hex').slice(0, DIGITS).match(/.{4}/g) ?? []).join(' ');
}
