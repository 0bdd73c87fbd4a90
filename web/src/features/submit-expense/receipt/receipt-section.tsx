import { Glyph } from '#ui/glyph';
import { useEffect, useRef } from 'react';
import * as texts from '#strings/submit-expense';
import { useMediaQuery } from '#lib/use-media-query';
import { RECEIPT_ACCEPT } from '#expense/receipt-accept';
import { lazyPart } from '#ui/lazy-part';
import { Notice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { CardPart } from '#ui/card';
import { AttachedReceipt } from './attached-part';
import { useDroppedFile } from './use-dropped-file';
import type { ReceiptField } from './use-receipt';
import type { UploadedMessage } from './use-uploaded-receipt';
import { FileButton } from '#ui/file-button';

const SeveralReceipts = lazyPart(() => import('./several-receipts'));

export interface ReceiptSectionProps {
  receipts: ReceiptField;
  uploaded: UploadedMessage | null;
  disabled: boolean;
  /** Makes an expense of each; undefined where the form edits a saved one. */
  onSplit: ((files: readonly File[]) => Promise<void>) | undefined;
}

export function ReceiptSection({ receipts, uploaded, disabled, onSplit }: ReceiptSectionProps) {
  const { receipt, problem, preparing, several, setSeveral, attach, add } = receipts;
  const current = receipt?.kind === 'new' ? receipt.file : null;
  const attachFile = (_: File, all: readonly File[]) => add(all);
  const dragging = useDroppedFile(attachFile, !disabled && several.length === 0);
  // The pressed button has been replaced: its replacement gets the focus.
  const section = useRef<HTMLDivElement>(null);
  const hadReceipt = useRef(receipt !== null);
  useEffect(() => {
    if (hadReceipt.current === (receipt !== null)) return;
    hadReceipt.current = receipt !== null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) section.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
  }, [receipt]);
  const isTouch = useMediaQuery('(pointer: coarse)');
  const message = uploaded?.tone === 'success' && receipt?.kind !== 'uploaded' ? null : uploaded;
  return (
    <CardPart title={texts.receipt}>
      <div ref={section} className="space-y-3">
        {message && !(message.tone === 'error' && receipt) && <Notice tone={message.tone}>{message.text}</Notice>}
        {problem && <Notice tone="error">{problem}</Notice>}
        {preparing && (
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <Spinner /> {texts.preparing}
          </p>
        )}
        {receipt ? (
          <AttachedReceipt receipt={receipt} receipts={receipts} disabled={disabled} attachFile={attachFile} />
        ) : (
          <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong px-4 py-4 text-center lg:py-16">
            <div className="flex flex-wrap justify-center gap-2" onPointerEnter={AttachedReceipt.preload}>
              <FileButton
                accept="image/*"
                variant={isTouch ? 'primary' : 'secondary'}
                capture="environment"
                disabled={disabled}
                onFile={attachFile}
              >
                <Glyph name="camera" /> {texts.takePhoto}
              </FileButton>
              <FileButton
                accept={RECEIPT_ACCEPT}
                variant={isTouch ? 'secondary' : 'primary'}
                multiple
                disabled={disabled}
                onFile={attachFile}
              >
                <Glyph name="file-up" /> {texts.uploadFile}
              </FileButton>
            </div>
            <p className="text-sm text-muted">
              {texts.receiptHint} <span className="hidden lg:inline">{texts.receiptDropHint}</span>
            </p>
          </div>
        )}
      </div>
      {several.length > 0 && (
        <SeveralReceipts
          files={several}
          current={current}
          onSplit={onSplit}
          onJoined={(file) => void attach(file)}
          onClose={() => setSeveral([])}
        />
      )}
      {dragging && (
        <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-3 border-dashed border-accent bg-shade">
          <p className="rounded-xl bg-surface px-6 py-4 text-lg font-semibold shadow-lg">{texts.dropHere}</p>
        </div>
      )}
    </CardPart>
  );
}
