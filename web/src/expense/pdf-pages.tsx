import { useEffect, useEffectEvent, useRef } from 'react';

export interface PdfPagesProps {
  url: string;
  label: string;
  className: string;
  onFailed: () => void;
}

/** A PDF where the browser has no viewer of its own, as on most phones; what draws it is loaded only then. */
export function PdfPages({ url, label, className, onFailed }: PdfPagesProps) {
  const pages = useRef<HTMLDivElement>(null);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    const into = pages.current;
    const drawing = new AbortController();
    const draw = async () => {
      const { drawPdf } = await import('./draw-pdf');
      if (into && !drawing.signal.aborted) await drawPdf(url, into, drawing.signal);
    };
    draw().catch(() => {
      if (!drawing.signal.aborted) failed();
    });
    return () => {
      drawing.abort();
      into?.replaceChildren();
    };
  }, [url]);
  return <div ref={pages} role="img" aria-label={label} tabIndex={0} className={className} />;
}
