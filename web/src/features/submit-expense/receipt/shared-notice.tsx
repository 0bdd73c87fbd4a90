import * as texts from '#strings/submit-expense';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import type { useSharedReceipt } from './use-shared-receipt';

export function SharedNotice({ file, settle }: ReturnType<typeof useSharedReceipt>) {
  if (file === null) return null;
  return (
    <Notice tone="info" className="mb-6">
      <p className="wrap-anywhere">{texts.sharedReceipt(file.name)}</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button size="sm" onClick={() => settle(true)}>
          {texts.attachShared}
        </Button>
        <Button size="sm" variant="ghost" onClick={() => settle(false)}>
          {texts.discard}
        </Button>
      </div>
    </Notice>
  );
}
