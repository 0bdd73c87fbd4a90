import { Injectable, Logger } from '@nestjs/common';
import { recordAccess, type MessageContext, type RequestOf } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { unrecordedAccess } from '@outlay/telemetry';
import { withDeadline } from '@outlay/time';

const DEADLINE_MS = 1500;

/** Records in the trail what a person reads of others. A failure to record refuses nobody (docs/decisions/0036). */
@Injectable()
export class AccessTrail {
  private readonly logger = new Logger('Access');

  constructor(private readonly messages: MessageClient) {}

  async opened(
    what: 'receipt' | 'report',
    { file, ownerId }: { readonly file: string; readonly ownerId: string | null },
    context: MessageContext,
  ): Promise<void> {
    if (context.actor?.id !== ownerId) await this.record({ what, file, ownerId }, context);
  }

  async exported(what: 'trail' | 'expenses', context: MessageContext): Promise<void> {
    await this.record({ what }, context);
  }

  private async record(access: RequestOf<typeof recordAccess>, context: MessageContext): Promise<void> {
    try {
      await withDeadline(this.messages.call(recordAccess, access, context), DEADLINE_MS, 'The trail');
    } catch (error) {
      unrecordedAccess.inc();
      this.logger.error(`An access of ${context.actor?.id} (${access.what}) is not in the trail: ${String(error)}`);
    }
  }
}
