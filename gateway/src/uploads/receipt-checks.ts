import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { FairQueue } from '../admission/fair-queue.js';
import type { Sender } from './multipart-form.js';
import { ReceiptChecker, type Checked } from './receipt-checker.js';
import type { ReceiptKind } from './check-process/main.js';

/** Two places, so that one person's slow file leaves one for everybody else. */
const PLACES = 2;
/** A PDF opens within milliseconds; 50 megapixels of HEIC take 6 s. */
const DEADLINES_MS: Readonly<Record<ReceiptKind, number>> = { pdf: 5_000, image: 20_000, heic: 30_000 };

/** Opens files from strangers before they are stored, apart from this process, and fair to everybody who sends one. */
@Injectable()
export class ReceiptChecks implements OnApplicationShutdown {
  private readonly queue = new FairQueue(PLACES);
  private readonly idle = Array.from({ length: PLACES }, () => new ReceiptChecker());
  private readonly all = [...this.idle];

  check(kind: ReceiptKind, content: Buffer, { id, gone }: Sender): Promise<Checked['verdict']> {
    return this.queue.run(
      id,
      () => gone,
      async () => {
        gone.throwIfAborted();
        // The last one used, whose decoder is loaded.
        const checker = this.idle.pop() as ReceiptChecker;
        try {
          return await checker.check(kind, content, DEADLINES_MS[kind]);
        } finally {
          this.idle.push(checker);
        }
      },
    );
  }

  onApplicationShutdown(): void {
    for (const checker of this.all) checker.end();
  }
}
