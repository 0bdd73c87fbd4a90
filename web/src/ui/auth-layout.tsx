import type { ReactNode } from 'react';
import * as texts from '#strings/ui';
import { BrandMark } from './brand-mark';
import { useDocumentTitle } from './page-header';

export function AuthLayout({
  title,
  subtitle,
  children,
}: {
  title: string;
  subtitle?: ReactNode;
  children: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <div className="min-h-dvh lg:grid lg:grid-cols-[minmax(20rem,2fr)_3fr]">
      <header className="flex items-center gap-3 bg-brand px-5 py-4 text-on-brand lg:sticky lg:top-0 lg:h-dvh lg:flex-col lg:items-start lg:justify-between lg:p-10">
        <div className="flex items-center gap-3">
          <BrandMark className="size-9 lg:size-11" />
          <span className="text-xl font-semibold tracking-tight lg:text-2xl">{texts.product}</span>
        </div>
        <LedgerArt />
        <p className="hidden max-w-80 text-on-brand-muted lg:block">{texts.tagline}</p>
      </header>
      <main className="grid grid-cols-[minmax(0,28rem)] place-items-start justify-center px-5 py-8 sm:py-12 lg:place-items-center">
        <div className="w-full">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {title}
          </h1>
          {subtitle && <div className="mt-1.5 mb-6 text-sm text-muted">{subtitle}</div>}
          {children}
        </div>
      </main>
    </div>
  );
}

const ROWS = [62, 40, 78, 54, 70];

function LedgerArt() {
  return (
    <svg viewBox="0 0 280 200" aria-hidden className="hidden w-full max-w-80 lg:block" strokeWidth="1">
      {ROWS.map((width, row) => (
        <g key={width} transform={`translate(0 ${20 + row * 28})`}>
          <rect y="-9" width={width * 1.6} height="6" rx="3" className="fill-brand-soft" />
          <rect x={280 - width * 0.7} y="-9" width={width * 0.7} height="6" rx="3" fill="#8fd6b4" opacity="0.75" />
          <path d="M0 7h280" className="stroke-brand-soft" />
        </g>
      ))}
      <rect x="196" y="158" width="84" height="9" rx="4.5" fill="#f4f1e6" />
      <path d="M190 177h90M190 181h90" stroke="#f4f1e6" />
    </svg>
  );
}
