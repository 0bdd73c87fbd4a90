import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as texts from '#strings/attached-receipt';
import { receiptQuery } from '#expense/receipt';
import { RECEIPT_ACCEPT } from '#expense/receipt-accept';
import { readReceipt, type ReadReceipt } from '#expense/receipt-file';
import { ReceiptFrame, ReceiptPreview } from '#expense/receipt-preview';
import { useMediaQuery } from '#lib/use-media-query';
import { Button } from '#ui/button';
import { FileButton } from '#ui/file-button';
import { Glyph } from '#ui/glyph';
import type { Receipt } from './receipt-kinds';
import { shrinkImage } from './shrink-image';

const HEIGHT = 'h-72 lg:h-[min(500px,60dvh)]';

/** Checks a chosen file, and makes a large image smaller. */
export const prepareReceipt = (file: File): Promise<ReadReceipt> => readReceipt(file, shrinkImage);

/** Fetches a file of POST /api/uploads, so that it shows at once when it is attached. */
export const fetchUploaded = (client: QueryClient, fileName: string) => client.fetchQuery(receiptQuery(fileName));

export interface AttachedReceiptProps {
  receipt: Receipt;
  receipts: {
    readonly set: (next: Receipt | null) => void;
    readonly setSeveral: (files: readonly File[]) => void;
  };
  disabled: boolean;
  attachFile: (file: File, all: readonly File[]) => void;
}

/** The receipt, and what replaces, adds to or removes it. */
export default function AttachedReceipt({ receipt, receipts, disabled, attachFile }: AttachedReceiptProps) {
  const { set, setSeveral } = receipts;
  const current = receipt.kind === 'new' ? receipt.file : null;
  return (
    <>
      <ShownReceipt receipt={receipt} />
      <div className="flex flex-wrap gap-2 max-sm:[&_svg]:hidden">
        <FileButton accept={RECEIPT_ACCEPT} size="sm" disabled={disabled} onFile={attachFile}>
          <Glyph name="refresh-cw" /> {texts.replace}
        </FileButton>
        {current && (
          <FileButton
            accept={RECEIPT_ACCEPT}
            size="sm"
            multiple
            disabled={disabled}
            onFile={(_, all) => setSeveral([current, ...all])}
          >
            <Glyph name="plus" /> {texts.addReceipt}
          </FileButton>
        )}
        <Button size="sm" variant="danger" disabled={disabled} onClick={() => set(null)}>
          <Glyph name="trash-2" /> {texts.remove}
        </Button>
      </div>
    </>
  );
}

/** A wide screen has room for the receipt beside the form; a narrow one shows a thumbnail, and the receipt on request. */
function ShownReceipt({ receipt }: { receipt: Receipt }) {
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
              <Glyph name="receipt-text" className="size-6" />
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
