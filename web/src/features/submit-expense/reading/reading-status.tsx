import * as texts from '#strings/reading';
import { Notice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import type { Reading } from './use-reading';

const SAID = { none: null, running: texts.reading, read: texts.read, unread: texts.unread } as const;
const PROBLEMS = { dark: texts.dark, blurred: texts.blurred } as const;

/** Says that the receipt is read, and that it was. */
export function ReadingStatus({ status }: Pick<Reading, 'status'>) {
  if (status === 'dark' || status === 'blurred') return <Notice tone="warning">{PROBLEMS[status]}</Notice>;
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
      {status === 'running' && <Spinner />}
      {SAID[status]}
    </p>
  );
}
