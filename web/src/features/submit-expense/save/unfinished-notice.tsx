import * as texts from '#strings/submit-expense';
import { notSent } from '#strings/expense';
import { formatInstant } from '#expense/format';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import type { FoundForm } from '#expense/saved-forms';

export interface UnfinishedNoticeProps {
  forms: readonly FoundForm[];
  onRestore: (form: FoundForm) => void;
  onDiscard: (form: FoundForm) => void;
}

export function UnfinishedNotice({ forms, onRestore, onDiscard }: UnfinishedNoticeProps) {
  if (forms.length === 0) return null;
  return (
    <Notice tone="info" className="mb-6">
      <ul className="space-y-3">
        {forms.map((form) => (
          <li key={form.key}>
            <p>{texts.unfinished(formatInstant(form.savedAt), form.receiptName)}</p>
            {form.refusal && <p>{notSent(form.refusal)}</p>}
            {form.values.justification && <p className="line-clamp-2 wrap-anywhere">{form.values.justification}</p>}
            <div className="mt-2 flex flex-wrap gap-2">
              <Button size="sm" onClick={() => onRestore(form)}>
                {texts.restore}
              </Button>
              <Button size="sm" variant="ghost" onClick={() => onDiscard(form)}>
                {texts.discard}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Notice>
  );
}
