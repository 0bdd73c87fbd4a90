import type { ReactNode } from 'react';
import * as texts from '#strings/ui';
import { cn } from '#lib/cn';
import { messageOf, NetworkError } from '#lib/errors';
import { Glyph } from './glyph';
import type { GlyphName } from './glyphs';

const TONES = {
  info: { icon: 'info', look: 'bg-sunken text-ink' },
  success: { icon: 'circle-check', look: 'bg-success-soft text-success' },
  warning: { icon: 'triangle-alert', look: 'bg-submitted-soft text-submitted' },
  error: { icon: 'circle-alert', look: 'bg-danger-soft text-danger' },
} as const satisfies Record<string, { icon: GlyphName; look: string }>;

export interface NoticeProps {
  tone: keyof typeof TONES;
  className?: string;
  children: ReactNode;
}

/** An inline message; an error is announced at once, others politely. */
export function Notice({ tone, className, children }: NoticeProps) {
  const { icon, look } = TONES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn('flex items-start gap-2.5 rounded-lg px-3 py-2.5 text-sm', look, className)}
    >
      <Glyph name={icon} className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 wrap-anywhere">{children}</div>
    </div>
  );
}

export interface ErrorNoticeProps {
  error: unknown;
  /** Shown without a message from the server. */
  fallback: string;
  className?: string;
}

export function ErrorNotice({ error, fallback, className }: ErrorNoticeProps) {
  return (
    <Notice tone="error" className={className}>
      <p>{messageOf(error, fallback)}</p>
      {error instanceof NetworkError && <p>{texts.network}</p>}
    </Notice>
  );
}
