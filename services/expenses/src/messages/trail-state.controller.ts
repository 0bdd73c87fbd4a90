import { Controller } from '@nestjs/common';
import { readTrailState, requireTrailReader, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { EXPENSE_PREFIX } from '../stream/stream-types.js';
import { QuarantineStore } from '../trail/quarantine.store.js';
import { TrailWatch } from '../trail/trail-watch.js';

const LISTED = 100;

@Controller()
export class TrailStateController {
  constructor(
    private readonly watch: TrailWatch,
    private readonly quarantine: QuarantineStore,
    private readonly queries: ExpenseQueries,
  ) {}

  /** Gateways ask without an actor, for their readiness. */
  @Handles(readTrailState)
  async state(_request: RequestOf<typeof readTrailState>, context: MessageContext) {
    if (context.actor) requireTrailReader(context);
    const { behind = null, logBroken = null } = this.watch.latest ?? {};
    const streams = context.actor ? await this.streams() : [];
    return { quarantined: await this.quarantine.count(), streams, logBroken, behind };
  }

  private async streams() {
    const found = await this.quarantine.list(LISTED);
    const idOf = (stream: string) => (stream.startsWith(EXPENSE_PREFIX) ? stream.slice(EXPENSE_PREFIX.length) : '');
    const publicIds = await this.queries.publicIds(found.map(({ _id }) => idOf(_id)));
    return found.map(({ _id, ...rest }) => ({ stream: _id, expenseId: publicIds.get(idOf(_id)) ?? null, ...rest }));
  }
}
