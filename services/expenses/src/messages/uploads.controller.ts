import { Controller, Inject } from '@nestjs/common';
import { recordUpload, requireClaimant, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles, keyedRequest } from '@outlay/messaging';
import type { Clock } from '@outlay/time';
import { CLOCK } from '../ports.js';
import { UploadsStore } from '../read-models/uploads.store.js';
import { IdempotencyStore } from '../workflows/idempotency.store.js';

@Controller()
export class UploadsController {
  constructor(
    private readonly uploads: UploadsStore,
    private readonly idempotency: IdempotencyStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The gateway renames each upload; a retry under the same key gets the name of the first attempt. */
  @Handles(recordUpload)
  async record({ receipt }: RequestOf<typeof recordUpload>, context: MessageContext) {
    const { id } = requireClaimant(context);
    const fileName = await this.idempotency.bind(
      keyedRequest(recordUpload, id, context, receipt.sha256),
      receipt.fileName,
    );
    return { receipt: await this.uploads.record({ ...receipt, fileName }, id, this.clock.now().toISOString()) };
  }
}
