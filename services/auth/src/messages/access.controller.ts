import { Controller } from '@nestjs/common';
import { recordAccess, requireActor, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { AccessRecorder } from '../workflows/access-recorder.js';

@Controller()
export class AccessController {
  constructor(private readonly access: AccessRecorder) {}

  @Handles(recordAccess)
  async record(request: RequestOf<typeof recordAccess>, context: MessageContext) {
    if (request.what === 'trail') await this.access.trailExported(context);
    else if (request.what === 'expenses') await this.access.expensesExported(context);
    else if (request.what === 'verification') {
      const { what: _what, ...verified } = request;
      await this.access.trailVerified(verified, context);
    } else {
      const { what, file, ownerId } = request;
      const type = what === 'receipt' ? 'ReceiptOpened' : 'ReportOpened';
      await this.access.record(requireActor(context).id, { type, data: { count: 1, file, ownerId } }, context);
    }
    return { done: true as const };
  }
}
