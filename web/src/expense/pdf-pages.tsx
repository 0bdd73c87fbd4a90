import { useEffect, useEffectEvent, useRef } from 'react';

export interface PdfPagesProps {
  url: string;
  label: string;
  className: string;
  onFailed: () => void;
}

export function PdfPages({ url, label, className, onFailed }: PdfPagesProps) {
  const pages = useRef<HTMLDivElement>(null);
  const failed = useEffectEvent(onFailed);
  useEffect(() => {
    const container = pages.current;
    const drawing = new AbortController();
    const draw = async () => {
      const { drawPdf } = await import('./draw-pdf');
      if (container && !drawing.signal.aborted) await drawPdf(url, container, drawing.signal);
    };
    draw().catch(() => {
      if (!drawing.signal.aborted) failed();
    });
    return () => {
      drawing.abort();
      container?.replaceChildren();
    };
  }, [url]);
  return <div ref={pages} role="img" aria-label={label} tabIndex={0} className={className} />;
}
