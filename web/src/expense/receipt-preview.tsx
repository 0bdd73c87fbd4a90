import { Glyph } from '#ui/glyph';
import { useState, type ComponentType } from 'react';
import * as details from '#strings/claim-details';
import * as texts from '#strings/expense';
import { cn } from '#lib/cn';
import { Button } from '#ui/button';
import { RetryButton } from '#ui/load-failure';
import { Skeleton } from '#ui/skeleton';
import { PdfPages } from './pdf-pages';
import { receiptFileName, useReceiptUrl, type ReceiptUrl } from './receipt';

export interface ReceiptPreviewProps {
  receipt: string | null;
  name?: string | null;
  /** The instant at which it was the receipt; by default now. */
  asOf?: string | undefined;
  heightClass?: string;
  /** The part that shows the file. */
  Frame?: ComponentType<ReceiptFrameProps & { receipt: string; asOf?: string | undefined }>;
}

export function ReceiptPreview(props: ReceiptPreviewProps) {
  const { receipt, name, asOf, heightClass = 'h-[500px]', Frame = ReceiptFrame } = props;
  const found = useReceiptUrl(receipt, asOf);
  if (receipt === null) return <p className="text-sm text-muted">{texts.notUploaded}</p>;
  const filename = name ?? receiptFileName(receipt);
  return (
    <div className="space-y-3">
      <Frame
        key={found.url}
        found={found}
        filename={filename}
        heightClass={heightClass}
        receipt={receipt}
        asOf={asOf}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" disabled={!found.url} onClick={() => openInNewTab(found.url)}>
          <Glyph name="external-link" /> {texts.openInNewTab}
        </Button>
        <Button size="sm" disabled={!found.url} onClick={() => download(found.url, filename)}>
          <Glyph name="download" /> {texts.download}
        </Button>
      </div>
    </div>
  );
}

export interface ReceiptFrameProps {
  found: ReceiptUrl;
  filename: string;
  heightClass: string;
}

export function ReceiptFrame({ found, filename, heightClass }: ReceiptFrameProps) {
  const [broken, setBroken] = useState(false);
  const frame = 'w-full rounded-lg border border-line bg-sunken';
  const isPdf = found.contentType === 'application/pdf';
  if (found.status === 'loading') return <Skeleton className={heightClass} />;
  if (found.status === 'failed' || found.url === null || broken) {
    return (
      <div
        role="status"
        className={cn(
          frame,
          'flex min-h-32 flex-col items-center justify-center gap-1 p-4 text-center text-sm text-muted',
        )}
      >
        <p>{texts.previewFailed}</p>
        {found.problem && <p className="font-semibold text-ink">{found.problem}</p>}
        {found.retry && <RetryButton query={{ isFetching: false, refetch: found.retry }} className="mt-1" />}
      </div>
    );
  }
  const label = details.receiptNamed(filename);
  const fail = () => setBroken(true);
  if (isPdf && navigator.pdfViewerEnabled) {
    // Hides the thumbnails, which take half the width.
    return <iframe src={`${found.url}#navpanes=0&view=FitH`} title={label} className={cn(frame, heightClass)} />;
  }
  if (isPdf) {
    return (
      <PdfPages url={found.url} label={label} className={cn(frame, heightClass, 'overflow-y-auto')} onFailed={fail} />
    );
  }
  return <img src={found.url} alt={label} onError={fail} className={cn(frame, heightClass, 'object-contain')} />;
}

function openInNewTab(url: string | null) {
  if (url) window.open(url, '_blank', 'noopener');
}

/** If the download fails, opens a new tab. */
function download(url: string | null, filename: string) {
  if (!url) return;
  try {
    const link = document.createElement('a');
    link.href = url;
    link.download = filename;
    link.click();
  } catch {
    openInNewTab(url);
  }
}
