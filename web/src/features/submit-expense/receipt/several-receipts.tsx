import { JOINED_MAX } from '@outlay/rules';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#strings/batch';
import { readReceipt } from '#expense/receipt-file';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';
import { Notice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { shrinkImage } from './shrink-image';

export interface SeveralReceiptsProps {
  files: readonly File[];
  /** The one of them that is attached already. */
  current: File | null;
  onSplit: ((files: readonly File[]) => Promise<void>) | undefined;
  onJoined: (file: File) => void;
  onClose: () => void;
}

interface Prepared {
  readonly file: File;
  readonly problem: string | null;
}

/** Prepares receipts that were added together, one by one, and asks what becomes of them. */
export default function SeveralReceipts({ files, current, onSplit, onJoined, onClose }: SeveralReceiptsProps) {
  const [prepared, setPrepared] = useState<readonly Prepared[]>([]);
  const [busy, setBusy] = useState<'split' | 'join' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    void prepareEach(files, current, over.signal, (read) => setPrepared(read));
    return () => over.abort();
  }, [files, current]);

  const ready = prepared.filter(({ problem }) => problem === null).map(({ file }) => file);
  const isPreparing = prepared.length < files.length;
  // The primary button, as soon as it can be pressed; Enter closed the dialog before.
  const list = useRef<HTMLUListElement>(null);
  const primary = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isPreparing) primary.current?.focus();
  }, [isPreparing]);
  const attempt = async (action: 'split' | 'join', act: () => Promise<void>, failed: (error: unknown) => string) => {
    setBusy(action);
    setFailure(null);
    try {
      await act();
      onClose();
    } catch (error) {
      setFailure(failed(error));
      setBusy(null);
    }
  };
  const join = async () => {
    const { joinToPdf } = await import('./join-to-pdf');
    onJoined(await joinToPdf(ready));
  };
  const disabled = isPreparing || busy !== null;
  return (
    <Dialog
      open
      isForm
      title={texts.title(files.length)}
      onClose={onClose}
      initialFocus={isPreparing ? list : primary}
      footer={
        <>
          <Button
            ref={onSplit ? undefined : primary}
            disabled={disabled || ready.length < 2}
            busy={busy === 'join'}
            onClick={() => void attempt('join', join, joinProblem)}
          >
            {texts.join}
          </Button>
          {onSplit && (
            <Button
              ref={primary}
              variant="primary"
              disabled={disabled || ready.length === 0}
              busy={busy === 'split'}
              onClick={() =>
                void attempt(
                  'split',
                  () => onSplit(ready),
                  () => texts.splitFailed,
                )
              }
            >
              {texts.split(ready.length)}
            </Button>
          )}
        </>
      }
    >
      <p className="text-sm text-muted">{onSplit ? texts.asked : texts.askedToJoin}</p>
      <ul ref={list} tabIndex={-1} className="mt-3 divide-y divide-line">
        {files.map((file, index) => (
          <Row key={index} file={file} prepared={prepared[index]} />
        ))}
      </ul>
      {failure && (
        <Notice tone="error" className="mt-3">
          {failure}
        </Notice>
      )}
    </Dialog>
  );
}

async function prepareEach(
  files: readonly File[],
  current: File | null,
  over: AbortSignal,
  onPrepared: (read: readonly Prepared[]) => void,
): Promise<void> {
  const read: Prepared[] = [];
  for (const file of files) {
    read.push(file === current ? { file, problem: null } : await readReceipt(file, shrinkImage));
    if (over.aborted) return;
    onPrepared([...read]);
  }
}

function Row({ file, prepared }: { file: File; prepared: Prepared | undefined }) {
  return (
    <li className="flex items-start justify-between gap-4 py-2 text-sm">
      <span className="min-w-0 font-medium wrap-anywhere">{file.name}</span>
      {!prepared && (
        <span className="flex shrink-0 items-center gap-2 text-muted">
          <Spinner /> {texts.preparing}
        </span>
      )}
      {prepared && !prepared.problem && <span className="shrink-0 text-success">{texts.ready}</span>}
      {prepared?.problem && <span className="text-right text-danger">{prepared.problem}</span>}
    </li>
  );
}

function joinProblem(error: unknown): string {
  if (!(error instanceof Error && 'file' in error)) return texts.tooManyToJoin(JOINED_MAX);
  return texts.joinFailed(String(error.file));
}
