import { Controller, Inject } from '@nestjs/common';
import { recordUpload, requireActor, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { keyedRequest } from '@outlay/idempotency';
import type { Clock } from '@outlay/time';
import { CLOCK } from '../ports.js';
import { UploadsStore } from '../read-models/uploads.store.js';
import { RequestsStore } from '../workflows/requests.store.js';

/** Files sent before their expense. */
@Controller()
export class UploadsController {
  constructor(
    private readonly uploads: UploadsStore,
    private readonly requests: RequestsStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The gateway names each file anew; a repetition keeps the name of the first. */
  @Handles(recordUpload)
  async record({ receipt }: RequestOf<typeof recordUpload>, context: MessageContext) {
    const { id } = requireActor(context);
    const fileName = await this.requests.bind(
      keyedRequest(recordUpload, id, context, receipt.sha256),
      receipt.fileName,
    );
    return { receipt: await this.uploads.record({ ...receipt, fileName }, id, this.clock.now().toISOString()) };
  }
}
