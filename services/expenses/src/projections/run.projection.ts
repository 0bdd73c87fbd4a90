import { Inject, Injectable } from '@nestjs/common';
import type { RunEvent } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import type { RunState } from '../domain/run.js';
import { EVENT_STORE } from '../ports.js';
import { RUN_MODEL, toRunRow, type RunModel, type RunRow } from '../read-models/run.model.js';
import { RUN } from '../stream/stream-types.js';
import { RowProjection } from './row-projection.js';

/** These rows list the runs, and find those that are not finished. */
@Injectable()
export class RunProjection extends RowProjection<RunState, RunEvent, RunRow> {
  protected readonly toRow = toRunRow;

  constructor(@Inject(RUN_MODEL) rows: RunModel, @Inject(EVENT_STORE) events: Pick<EventStore, 'readStream'>) {
    super(rows, events, RUN);
  }

  protected toUpdate({ _id: _, ...change }: RunRow) {
    return { $set: change };
  }
}
