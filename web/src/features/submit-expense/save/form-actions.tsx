import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import * as texts from '#strings/submit-expense';
import * as language from '#strings/language';
import { Button, buttonClass } from '#ui/button';
import { useAboveKeyboard } from './use-above-keyboard';

const list = new Intl.ListFormat(language.tag, { type: 'conjunction' });

export interface FormActionsProps {
  warning: string | null;
  missing: readonly string[];
  isComplete: boolean;
  busy: 'draft' | 'submitted' | null;
  disabled: boolean;
  uploading: number | null;
  onDraft: () => void;
  /** Goes to what is missing first. */
  onMissing: () => void;
}

export function FormActions(props: FormActionsProps) {
  const { warning, missing, isComplete, busy, disabled, uploading, onDraft, onMissing } = props;
  const bar = useRef<HTMLDivElement>(null);
  useAboveKeyboard(bar);
  const isDisabled = disabled || busy !== null;
  return (
    <div
      ref={bar}
      className="sticky bottom-0 z-30 rounded-b-xl border-t border-line bg-surface px-4 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] sm:px-5"
    >
      <p role="status" className="mb-2 text-sm font-medium text-submitted empty:hidden">
        {warning}
      </p>
      {uploading !== null && (
        <label className="mb-3 block text-sm text-muted">
          {texts.sending(`${Math.round(uploading * 100)}%`)}
          <progress value={uploading} className="mt-1 block h-2 w-full accent-accent" />
        </label>
      )}
      <div className="flex flex-wrap items-center gap-2 sm:gap-3">
        <p
          id="submit-missing"
          aria-live="polite"
          className="min-w-0 text-sm text-muted empty:hidden max-sm:basis-full sm:flex-1"
        >
          {missing.length > 0 && (
            <button
              type="button"
              className="min-h-6 text-left underline decoration-line-strong underline-offset-3 hover:text-ink"
              onClick={onMissing}
            >
              {texts.missing(list.format(missing))}
            </button>
          )}
        </p>
        <div className="ml-auto flex items-center gap-2 max-sm:w-full max-sm:*:grow max-sm:*:px-2 sm:gap-3">
          <Link to="/my-expenses" className={buttonClass({ variant: 'ghost' })}>
            {texts.cancel}
          </Link>
          <Button disabled={isDisabled} busy={busy === 'draft'} onClick={onDraft}>
            {texts.saveDraft}
          </Button>
          <Button
            type="submit"
            variant="primary"
            disabled={isDisabled || !isComplete}
            busy={busy === 'submitted'}
            aria-describedby="submit-missing"
            aria-keyshortcuts={texts.submitKeys}
          >
            {texts.submit}
          </Button>
        </div>
      </div>
    </div>
  );
}
