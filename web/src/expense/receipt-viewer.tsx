import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import * as details from '#strings/claim-details';
import * as texts from '#strings/receipt-viewer';
import { cn } from '#lib/cn';
import { IconButton } from '#ui/button';
import { Glyph } from '#ui/glyph';
import { Skeleton } from '#ui/skeleton';
import { MOST_PAGES, receiptPagesQuery } from './receipt-pages';
import { ReceiptFrame, type ReceiptFrameProps } from './receipt-preview';
import { usePanning } from './use-panning';
import { MAX_ZOOM, useZoom } from './use-zoom';

export interface ReceiptViewerProps extends ReceiptFrameProps {
  receipt: string;
  asOf?: string | undefined;
}

/** A receipt that zooms and turns; one that cannot be drawn is left to the browser. */
export function ReceiptViewer({ receipt, asOf, ...frame }: ReceiptViewerProps) {
  const { found, filename, heightClass } = frame;
  const isPdf = found.contentType === 'application/pdf';
  const first = useQuery({ ...receiptPagesQuery(receipt, 'first', asOf), enabled: isPdf });
  const drawn = first.data;
  const count = drawn?.count ?? 0;
  const rest = useQuery({ ...receiptPagesQuery(receipt, 'rest', asOf), enabled: count > 1 });
  const [isBroken, setBroken] = useState(false);
  const label = details.receiptNamed(filename);
  if (isBroken) return <ReceiptFrame {...frame} found={{ ...found, status: 'failed' }} />;
  if (found.url === null || (isPdf && first.isError)) return <ReceiptFrame {...frame} />;
  if (!isPdf) {
    return (
      <Desk label={label} heightClass={heightClass}>
        {(turns) => <Picture url={found.url ?? ''} label={label} turns={turns} onFailed={() => setBroken(true)} />}
      </Desk>
    );
  }
  if (!drawn) return <Skeleton className={heightClass} />;
  return (
    <Desk label={label} heightClass={heightClass}>
      {(turns) => (
        <div role="img" aria-label={label} className="space-y-2">
          {[...drawn.pages, ...(rest.data?.pages ?? [])].map((page, index) => (
            <Page key={index} canvas={page} turns={turns} />
          ))}
          {count > MOST_PAGES && (
            <p className="p-2 text-center text-sm text-muted">{texts.morePages(count - MOST_PAGES)}</p>
          )}
        </div>
      )}
    </Desk>
  );
}

interface DeskProps {
  label: string;
  heightClass: string;
  children: (turns: number) => ReactNode;
}

/** The scrolled area, whose `--zoom` the pages inside multiply their size by, and its buttons. */
function Desk({ label, heightClass, children }: DeskProps) {
  const area = useRef<HTMLDivElement>(null);
  const { zoom, turns, zoomIn, zoomOut, fit, turn } = useZoom(area);
  usePanning(area);
  return (
    <div className="relative">
      <div
        ref={area}
        role="group"
        aria-label={texts.receiptArea(label)}
        tabIndex={0}
        style={{ '--zoom': zoom } as CSSProperties}
        className={cn(
          '@container-size w-full overflow-auto overscroll-contain rounded-lg border border-line bg-sunken',
          zoom > 1 && 'cursor-grab active:cursor-grabbing',
          heightClass,
        )}
      >
        {children(turns)}
      </div>
      <div
        role="group"
        aria-label={texts.zoom}
        className="absolute right-4 bottom-4 flex rounded-lg border border-line bg-surface shadow-sm print:hidden"
      >
        <IconButton small label={texts.zoomOut} disabled={zoom <= 1} onClick={zoomOut}>
          <Glyph name="minus" />
        </IconButton>
        <button
          type="button"
          title={texts.fit}
          aria-label={texts.fitFrom(percentOf(zoom))}
          onClick={fit}
          className="min-w-12 px-1 text-xs figures hover:bg-sunken"
        >
          {percentOf(zoom)}
        </button>
        <IconButton small label={texts.zoomIn} disabled={zoom >= MAX_ZOOM} onClick={zoomIn}>
          <Glyph name="plus" />
        </IconButton>
        <IconButton small label={texts.turn} onClick={turn}>
          <Glyph name="rotate-cw" />
        </IconButton>
      </div>
    </div>
  );
}

const percentOf = (zoom: number) => `${Math.round(zoom * 100)}%`;

interface PictureProps {
  url: string;
  label: string;
  turns: number;
  onFailed: () => void;
}

function Picture({ url, label, turns, onFailed }: PictureProps) {
  const [ratio, setRatio] = useState(1);
  return (
    <Turned ratio={ratio} turns={turns} isWhole>
      {(look, style) => (
        <img
          src={url}
          alt={label}
          draggable={false}
          onError={onFailed}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => setRatio(naturalWidth / naturalHeight || 1)}
          className={look}
          style={style}
        />
      )}
    </Turned>
  );
}

function Page({ canvas, turns }: { canvas: HTMLCanvasElement; turns: number }) {
  return (
    <Turned ratio={canvas.width / canvas.height} turns={turns}>
      {(look, style) => (
        <div
          ref={(holder) => {
            if (holder && !holder.contains(canvas))
              holder.replaceChildren(canvas.isConnected ? copyOf(canvas) : canvas);
          }}
          className={look}
          style={style}
        />
      )}
    </Turned>
  );
}

/** The same receipt may be shown twice, as beside its duplicate, and an element has one place. */
function copyOf(canvas: HTMLCanvasElement): HTMLCanvasElement {
  const copy = canvas.cloneNode() as HTMLCanvasElement;
  copy.getContext('2d')?.drawImage(canvas, 0, 0);
  return copy;
}

interface TurnedProps {
  /** Width by height, before it is turned. */
  ratio: number;
  turns: number;
  /** Fits by height as well. */
  isWhole?: boolean;
  children: (look: string, style: CSSProperties) => ReactNode;
}

/** The box of a page as it lies after its quarter turns. */
function Turned({ ratio, turns, isWhole, children }: TurnedProps) {
  const isAcross = turns % 2 === 1;
  const shown = isAcross ? 1 / ratio : ratio;
  const width = isWhole ? `min(100cqw, 100cqh * ${shown})` : '100cqw';
  return (
    <div className="relative mx-auto" style={{ width: `calc(${width} * var(--zoom))`, aspectRatio: shown }}>
      {children('absolute top-1/2 left-1/2 max-w-none', {
        width: isAcross ? `${100 / shown}%` : '100%',
        aspectRatio: ratio,
        transform: `translate(-50%, -50%) rotate(${turns * 90}deg)`,
      })}
    </div>
  );
}
