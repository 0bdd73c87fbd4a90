import { Camera, FileUp, RefreshCw, Trash2 } from '#ui/icons';
import { useEffect, useRef, useState } from 'react';
import * as texts from '#strings/submit-expense';
import { RECEIPT_ACCEPT } from '#expense/receipt-file';
import { ReceiptFrame, ReceiptPreview } from '#expense/receipt-preview';
import { Button } from '#ui/button';
import { Card, CardTitle } from '#ui/card';
import { Notice } from '#ui/notice';
import { Spinner } from '#ui/spinner';
import { useDroppedFile } from './use-dropped-file';
import type { Receipt, ReceiptField } from './use-receipt';
import type { UploadedMessage } from './use-uploaded-receipt';
import { FileButton } from '#ui/file-button';

const HEIGHT = 'h-72 lg:h-[min(500px,60dvh)]';

export interface ReceiptSectionProps {
  receipts: ReceiptField;
  uploaded: UploadedMessage | null;
  disabled: boolean;
}

export function ReceiptSection({ receipts, uploaded, disabled }: ReceiptSectionProps) {
  const { receipt, problem, preparing, attach, set } = receipts;
  const [offered, setOffered] = useState(1);
  const attachFile = (file: File, count = 1) => {
    setOffered(count);
    void attach(file);
  };
  const dragging = useDroppedFile(attachFile, !disabled);
  // The pressed button has been replaced: its replacement gets the focus.
  const section = useRef<HTMLDivElement>(null);
  const hadReceipt = useRef(receipt !== null);
  useEffect(() => {
    if (hadReceipt.current === (receipt !== null)) return;
    hadReceipt.current = receipt !== null;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost) section.current?.querySelector<HTMLElement>('input[type=file]')?.focus();
  }, [receipt]);
  const message = uploaded?.tone === 'success' && receipt?.kind !== 'uploaded' ? null : uploaded;
  return (
    <Card className="p-5">
      <CardTitle>{texts.receipt}</CardTitle>
      <div ref={section} className="mt-4 space-y-3">
        {message && !(message.tone === 'error' && receipt) && <Notice tone={message.tone}>{message.text}</Notice>}
        {problem && <Notice tone="error">{problem}</Notice>}
        {receipt && offered > 1 && <Notice tone="info">{texts.onlyFirstAttached(offered)}</Notice>}
        {preparing && (
          <p role="status" className="flex items-center gap-2 text-sm text-muted">
            <Spinner /> {texts.preparing}
          </p>
        )}
        {receipt ? (
          <>
            <AttachedReceipt receipt={receipt} />
            <div className="flex flex-wrap gap-2">
              <FileButton accept={RECEIPT_ACCEPT} size="sm" disabled={disabled} onFile={attachFile}>
                <RefreshCw aria-hidden /> {texts.replace}
              </FileButton>
              <Button size="sm" variant="danger" disabled={disabled} onClick={() => set(null)}>
                <Trash2 aria-hidden /> {texts.remove}
              </Button>
            </div>
          </>
        ) : (
          <div className="grid justify-items-center gap-4 rounded-lg border border-dashed border-line-strong px-4 py-8 text-center lg:py-16">
            <div className="flex flex-wrap justify-center gap-2">
              <FileButton accept="image/*" capture="environment" disabled={disabled} onFile={attachFile}>
                <Camera aria-hidden /> {texts.takePhoto}
              </FileButton>
              <FileButton accept={RECEIPT_ACCEPT} variant="primary" disabled={disabled} onFile={attachFile}>
                <FileUp aria-hidden /> {texts.uploadFile}
              </FileButton>
            </div>
            <p className="text-sm text-muted">
              {texts.receiptHint} <span className="hidden lg:inline">{texts.receiptDropHint}</span>
            </p>
          </div>
        )}
      </div>
      {dragging && (
        <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-3 border-dashed border-accent bg-shade">
          <p className="rounded-xl bg-surface px-6 py-4 text-lg font-semibold shadow-lg">{texts.dropHere}</p>
        </div>
      )}
    </Card>
  );
}

function AttachedReceipt({ receipt }: { receipt: Receipt }) {
  if (receipt.kind !== 'new') {
    return (
      <>
        <p className="text-sm font-medium wrap-anywhere">{receipt.name}</p>
        <ReceiptPreview receipt={receipt.fileName} name={receipt.name} heightClass={HEIGHT} />
      </>
    );
  }
  const { file, url } = receipt;
  return (
    <>
      <p className="text-sm wrap-anywhere">
        <span className="font-medium">{file.name}</span>{' '}
        <span className="figures text-muted">{texts.fileSize((file.size / 1_048_576).toFixed(2))}</span>
      </p>
      <ReceiptFrame
        key={url}
        found={{ status: 'ready', url, contentType: file.type }}
        filename={file.name}
        heightClass={HEIGHT}
      />
    </>
  );
}
