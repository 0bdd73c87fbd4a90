import type { EventCheck, WalkedEvent } from '@outlay/event-sourcing';
import { blobCondition, sha256Of, type Blobs } from '@outlay/blobs';
import { receiptBlobKey, type Finding, type ReceiptRef } from '@outlay/contracts';
import type { Scratch } from '@outlay/sqlite';

/** The file of every receipt that an event names. */
export class ReceiptCheck implements EventCheck {
  constructor(
    private readonly blobs: Blobs,
    private readonly scratch: Scratch,
    private readonly onFile: () => void,
  ) {
    scratch.create('receipts', 'sha256 TEXT PRIMARY KEY, size INT, stream TEXT, revision INT');
  }

  *event({ event, data, isReadable }: WalkedEvent): Generator<Finding> {
    if (!isReadable || event.type !== 'ReceiptAttached') return;
    const { receipt } = data as { readonly receipt: ReceiptRef };
    for (const { sha256, size } of [receipt, ...(receipt.original ? [receipt.original] : [])]) {
      this.scratch.run(
        'INSERT OR IGNORE INTO receipts VALUES (?, ?, ?, ?)',
        sha256,
        size,
        event.stream,
        event.revision,
      );
    }
  }

  async *end(): AsyncGenerator<Finding> {
    for (const row of this.scratch.iterate('SELECT * FROM receipts')) {
      const [sha256, stream, revision] = [String(row.sha256), String(row.stream), Number(row.revision)];
      const key = receiptBlobKey(sha256);
      const condition = await blobCondition(this.blobs, { key, sha256, size: Number(row.size) });
      this.onFile();
      if (condition === 'intact') continue;
      const what = condition === 'missing' ? 'is missing' : 'does not have its hash';
      const message = `The receipt that revision ${revision} of ${stream} attached ${what}.`;
      yield {
        kind: condition === 'missing' ? 'receipt-missing' : 'receipt-altered',
        place: key,
        stream,
        revision,
        message,
        digest: await sha256Of(this.blobs, key),
      };
    }
  }
}
