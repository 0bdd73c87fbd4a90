import { Controller } from '@nestjs/common';
import { readProjectionState, requireTrailReader, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { QuarantineStore } from '../projections/quarantine.store.js';
import { TrailWatch } from '../projections/trail-watch.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { EXPENSE_PREFIX } from '../stream/stream-types.js';

const LISTED = 100;

@Controller()
export class ProjectionStateController {
  constructor(
    private readonly watch: TrailWatch,
    private readonly quarantine: QuarantineStore,
    private readonly queries: ExpenseQueries,
  ) {}

  /** Without an actor, a gateway asks for its readiness. */
  @Handles(readProjectionState)
  async state(_request: RequestOf<typeof readProjectionState>, context: MessageContext) {
    if (context.actor) requireTrailReader(context);
    const streams = context.actor ? await this.streams() : [];
    const behind = await this.watch.behindNow();
    return { quarantined: await this.quarantine.count(), streams, behind };
  }

  private async streams() {
    const found = await this.quarantine.list(LISTED);
    const idOf = (stream: string) => (stream.startsWith(EXPENSE_PREFIX) ? stream.slice(EXPENSE_PREFIX.length) : '');
    const publicIds = await this.queries.publicIds(found.map(({ _id }) => idOf(_id)));
    return found.map(({ _id, ...rest }) => ({ stream: _id, expenseId: publicIds.get(idOf(_id)) ?? null, ...rest }));
  }
}
