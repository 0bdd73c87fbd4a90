import { Inject, Injectable } from '@nestjs/common';
import { OPERATOR_ACTOR_ID, type checkGrants, type Grant, type ReplyOf, type RequestOf } from '@outlay/contracts';
import { eventsUntil, loadStream } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import { backs, type AccountState } from '../domain/account.js';
import { EVENT_STORE } from '../ports.js';
import { ACCOUNT } from '../stream/account-stream.js';

/**
 * Whether what a super admin gave to somebody still holds: invites, reset codes, tokens, and what waits for a second super
 * admin. Each asks here when it is used, of the events, so that nothing has to be deleted when somebody leaves.
 */
@Injectable()
export class Grants {
  constructor(@Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll' | 'readStream'>) {}

  async isBacked({ madeById, madeAt }: Grant): Promise<boolean> {
    return isBackedBy(madeById, madeById === null ? null : await this.account(madeById), madeAt);
  }

  /** @param asOf an ISO instant; now without one */
  async check({ grants, asOf }: RequestOf<typeof checkGrants>): Promise<ReplyOf<typeof checkGrants>> {
    const makers = new Map<string | null, AccountState>([[null, null]]);
    for (const { madeById } of grants)
      if (madeById !== null && !makers.has(madeById)) makers.set(madeById, await this.account(madeById, asOf));
    return {
      checked: grants.map(({ madeById, madeAt }) => {
        const maker = makers.get(madeById) ?? null;
        return { isBacked: isBackedBy(madeById, maker, madeAt), makerEmail: maker?.email ?? null };
      }),
    };
  }

  private async account(id: string, asOf?: string): Promise<AccountState> {
    const events = asOf === undefined ? this.events : eventsUntil(this.events, { asOf });
    return (await loadStream(ACCOUNT, events, id)).state;
  }
}

/** Nobody else answers for what the product and its operator made. */
function isBackedBy(madeById: string | null, maker: AccountState, madeAt: string): boolean {
  return madeById === null || madeById === OPERATOR_ACTOR_ID || backs(maker, madeAt);
}
