import { Link } from '@tanstack/react-router';
import * as texts from '#strings/submit-expense';
import * as language from '#strings/language';
import { Button, buttonClass } from '#ui/button';

const list = new Intl.ListFormat(language.tag, { type: 'conjunction' });

export interface FormActionsProps {
  warning: string | null;
  missing: readonly string[];
  isComplete: boolean;
  busy: 'draft' | 'submitted' | null;
  disabled: boolean;
  uploading: number | null;
  onDraft: () => void;
}

export function FormActions({ warning, missing, isComplete, busy, disabled, uploading, onDraft }: FormActionsProps) {
  const isDisabled = disabled || busy !== null;
  return (
    <div className="sticky bottom-0 z-30 -mx-4 mt-6 border-t border-line bg-surface px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:mx-0 sm:rounded-t-xl sm:border-x">
      <p role="status" className="mb-2 text-sm font-medium text-submitted empty:hidden">
        {warning}
      </p>
      {uploading !== null && (
        <label className="mb-3 block text-sm text-muted">
          {texts.sending(`${Math.round(uploading * 100)}%`)}
          <progress value={uploading} className="mt-1 block h-2 w-full accent-accent" />
        </label>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2 max-sm:*:grow max-sm:*:px-2 sm:gap-3">
        <p
          id="submit-missing"
          aria-live="polite"
          className="min-w-0 text-sm text-muted empty:hidden max-sm:basis-full sm:mr-auto sm:flex-1"
        >
          {missing.length > 0 && texts.missing(list.format(missing))}
        </p>
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
        >
          {texts.submit}
        </Button>
      </div>
    </div>
  );
}
