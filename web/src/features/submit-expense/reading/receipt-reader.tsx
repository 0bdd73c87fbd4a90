import * as texts from '#strings/reading';
import { Notice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { useReading, type ReadingOptions } from './use-reading';

const SAID = { none: null, running: texts.reading, read: texts.read, unread: texts.unread } as const;
const PROBLEMS = { dark: texts.dark, blurred: texts.blurred } as const;

/** Reads the receipt, and says that it is read and that it was. */
export default function ReceiptReader(options: ReadingOptions) {
  const status = useReading(options);
  if (status === 'dark' || status === 'blurred') return <Notice tone="warning">{PROBLEMS[status]}</Notice>;
  return (
    <p role="status" className="flex items-center gap-2 text-sm text-muted empty:hidden">
      {status === 'running' && <Spinner />}
      {SAID[status]}
    </p>
  );
}
