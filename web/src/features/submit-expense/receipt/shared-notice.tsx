import * as texts from '#strings/shared-receipts';
import { Button } from '#ui/button';
import { Notice } from '#ui/notice';
import { useSharedReceipts, type SharedReceiptsProps } from './use-shared-receipts';

/** Offers the files that another application has shared: any web page can share some. */
export default function SharedNotice(props: SharedReceiptsProps) {
  const { files, tooMuch, settle } = useSharedReceipts(props);
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
