import * as texts from '#strings/submit-expense';
import { formatInstant } from '../../../expense/format';
import { Button } from '../../../ui/button';
import { Notice } from '../../../ui/notice';
import type { SavedForm } from '../form/saved-forms';

export interface UnfinishedNoticeProps {
  form: SavedForm;
  onRestore: () => void;
  onDiscard: () => void;
}

export function UnfinishedNotice({ form, onRestore, onDiscard }: UnfinishedNoticeProps) {
  return (
    <Notice tone="info" className="mb-6">
      <p>{texts.unfinished(formatInstant(form.savedAt), form.receipt?.name)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onRestore}>
          {texts.restore}
        </Button>
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          {texts.discard}
        </Button>
      </div>
    </Notice>
  );
}
