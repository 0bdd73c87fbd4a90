import { Link } from '@tanstack/react-router';
import * as texts from '#strings/submit-expense';
import * as language from '#strings/language';
import { Button, buttonClass } from '#ui/button';

const list = new Intl.ListFormat(language.tag, { type: 'conjunction' });

export interface FormActionsProps {
  missing: readonly string[];
  isComplete: boolean;
  busy: 'draft' | 'submitted' | null;
  disabled: boolean;
  uploading: number | null;
  onDraft: () => void;
}

export function FormActions({ missing, isComplete, busy, disabled, uploading, onDraft }: FormActionsProps) {
  const isDisabled = disabled || busy !== null;
  return (
    <div>
      {uploading !== null && (
        <label className="mb-3 block text-sm text-muted">
          {texts.sending(`${Math.round(uploading * 100)}%`)}
          <progress value={uploading} className="mt-1 block h-2 w-full accent-accent" />
        </label>
      )}
      <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
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
          className="max-sm:basis-full"
        >
          {texts.submit}
        </Button>
      </div>
      <p id="submit-missing" aria-live="polite" className="mt-2 min-h-5 text-right text-sm text-muted">
        {missing.length > 0 && texts.missing(list.format(missing))}
      </p>
    </div>
  );
}
