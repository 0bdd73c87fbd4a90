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
      <p>
        There is an unfinished form from {formatInstant(form.savedAt)}
        {form.receipt && `, with the receipt ${form.receipt.name}`}.
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={onRestore}>
          Restore
        </Button>
        <Button size="sm" variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Notice>
  );
}
