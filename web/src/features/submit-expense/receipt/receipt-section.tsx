import { Camera, FileUp, Plus, ReceiptText, RefreshCw, Trash2 } from '#ui/icons';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#strings/submit-expense';
import { useMediaQuery } from '#lib/use-media-query';
import { RECEIPT_ACCEPT } from '#expense/receipt-file';
import { ReceiptFrame, ReceiptPreview } from '#expense/receipt-preview';
import { Button } from '#ui/button';
import { lazyPart } from '#ui/lazy-part';
import { Notice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { CardPart } from '#ui/card';
import { useDroppedFile } from './use-dropped-file';
import type { Receipt, ReceiptField } from './use-receipt';
import type { UploadedMessage } from './use-uploaded-receipt';
import { FileButton } from '#ui/file-button';

const SeveralReceipts = lazyPart(() => import('./several-receipts'));

const HEIGHT = 'h-72 lg:h-[min(500px,60dvh)]';

export interface ReceiptSectionProps {
  receipts: ReceiptField;
  uploaded: UploadedMessage | null;
  disabled: boolean;
  /** Makes an expense of each; undefined where the form edits a saved one. */
  onSplit: ((files: readonly File[]) => Promise<void>) | undefined;
}

export function ReceiptSection({ receipts, uploaded, disabled, onSplit }: ReceiptSectionProps) {
  const { receipt, problem, preparing, several, setSeveral, attach, add, set } = receipts;
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
          <>
            <AttachedReceipt receipt={receipt} />
            <div className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
              <FileButton accept={RECEIPT_ACCEPT} size="sm" disabled={disabled} onFile={attachFile}>
                <RefreshCw aria-hidden /> {texts.replace}
              </FileButton>
              {current && (
                <FileButton
                  accept={RECEIPT_ACCEPT}
                  size="sm"
                  multiple
                  disabled={disabled}
                  onFile={(_, all) => setSeveral([current, ...all])}
                >
                  <Plus aria-hidden /> {texts.addReceipt}
                </FileButton>
              )}
              <Button size="sm" variant="danger" disabled={disabled} onClick={() => set(null)}>
                <Trash2 aria-hidden /> {texts.remove}
              </Button>
            </div>
          </>
        ) : (
          <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong px-4 py-4 text-center lg:py-16">
            <div className="flex flex-wrap justify-center gap-2">
              <FileButton
                accept="image/*"
                variant={isTouch ? 'primary' : 'secondary'}
                capture="environment"
                disabled={disabled}
                onFile={attachFile}
              >
                <Camera aria-hidden /> {texts.takePhoto}
              </FileButton>
              <FileButton
                accept={RECEIPT_ACCEPT}
                variant={isTouch ? 'secondary' : 'primary'}
                multiple
                disabled={disabled}
                onFile={attachFile}
              >
                <FileUp aria-hidden /> {texts.uploadFile}
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

/** A wide screen has room for the receipt beside the form; a narrow one shows a thumbnail, and the receipt on request. */
function AttachedReceipt({ receipt }: { receipt: Receipt }) {
  const isWide = useMediaQuery('(min-width: 64rem)');
  const [isAsked, setIsAsked] = useState(false);
  const file = receipt.kind === 'new' ? receipt.file : null;
  const name = (
    <p className="min-w-0 text-sm wrap-anywhere">
      <span className="font-medium">{receipt.kind === 'new' ? receipt.file.name : receipt.name}</span>{' '}
      {file && <span className="figures text-muted">{texts.fileSize((file.size / 1_048_576).toFixed(2))}</span>}
    </p>
  );
  return (
    <>
      {isWide ? (
        name
      ) : (
        <div className="flex items-center gap-3">
          <button
            type="button"
            aria-label={texts.showReceipt}
            aria-expanded={isAsked}
            className="grid size-18 shrink-0 place-items-center overflow-clip rounded-lg border border-line bg-sunken text-muted"
            onClick={() => setIsAsked(!isAsked)}
          >
            {receipt.kind === 'new' && file?.type.startsWith('image/') ? (
              <img src={receipt.url} alt="" className="size-full object-cover" />
            ) : (
              <ReceiptText aria-hidden className="size-6" />
            )}
          </button>
          {name}
        </div>
      )}
      {(isWide || isAsked) && <Preview receipt={receipt} />}
    </>
  );
}

function Preview({ receipt }: { receipt: Receipt }) {
  if (receipt.kind !== 'new') {
    return <ReceiptPreview receipt={receipt.fileName} name={receipt.name} heightClass={HEIGHT} />;
  }
  const { file, url } = receipt;
  return (
    <ReceiptFrame
      key={url}
      found={{ status: 'ready', url, contentType: file.type }}
      filename={file.name}
      heightClass={HEIGHT}
    />
  );
}
