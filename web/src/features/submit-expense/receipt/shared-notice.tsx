import * as texts from '#strings/submit-expense';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import type { useSharedReceipts } from './use-shared-receipts';

export function SharedNotice({ files, tooMuch, settle }: ReturnType<typeof useSharedReceipts>) {
  if (tooMuch) {
    return (
      <Notice tone="error" className="mb-6">
        {texts.sharedTooMuch}
      </Notice>
    );
  }
  const [first] = files;
  if (!first) return null;
  return (
    <Notice tone="info" className="mb-6">
      <p className="wrap-anywhere">
        {files.length === 1 ? texts.sharedReceipt(first.name) : texts.sharedReceipts(files.length)}
      </p>
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
