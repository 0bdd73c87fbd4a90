import { Controller, Inject } from '@nestjs/common';
import {
  getRun,
  listRuns,
  OutlayError,
  requirePast,
  requireReader,
  requireSuperAdmin,
  startRun,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import type { Clock } from '@outlay/time';
import { runViewOf } from '../domain/run.js';
import { CLOCK } from '../ports.js';
import { ExpenseQueries } from '../read-models/expense.queries.js';
import { RunQueries } from '../read-models/run.queries.js';
import { inTurns } from '../stream/in-turns.js';
import { RunStream } from '../stream/run-stream.js';
import { RunRunner } from '../workflows/run-runner.js';
import { RunWorkflow } from '../workflows/run.workflow.js';

@Controller()
export class RunsController {
  constructor(
    private readonly workflow: RunWorkflow,
    private readonly runner: RunRunner,
    private readonly runs: RunStream,
    private readonly queries: RunQueries,
    private readonly expenses: ExpenseQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(startRun)
  async start({ expenses }: RequestOf<typeof startRun>, context: MessageContext) {
    const actor = requireSuperAdmin(context);
    const shown = await inTurns(expenses, async (each) => ({ ...each, id: await this.expenses.resolve(each.id) }));
    const run = await this.workflow.start(shown, actor, context);
    this.runner.run(run.id);
    return run;
  }

  @Handles(getRun)
  async get({ id, asOf }: RequestOf<typeof getRun>, context: MessageContext) {
    requireReader(context);
    requirePast(asOf, this.clock.now());
    const run = await this.runs.load(id, asOf);
    if (run.status === 'none') throw new OutlayError('NOT_FOUND', 'Payment run not found');
    return runViewOf(id, run);
  }

  @Handles(listRuns)
  async list({ limit, cursor, asOf }: RequestOf<typeof listRuns>, context: MessageContext) {
    requireReader(context);
    requirePast(asOf, this.clock.now());
    const { ids, nextCursor } = await this.queries.page(limit, cursor, asOf);
    const runs = await inTurns(ids, async (id) => {
      const run = await this.runs.load(id, asOf);
      if (run.status === 'none') return [];
      const { payments: _, ...summary } = runViewOf(id, run);
      return [summary];
    });
    return { runs: runs.flat(), nextCursor };
  }
}
