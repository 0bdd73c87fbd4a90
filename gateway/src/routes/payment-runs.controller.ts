import { Controller } from '@nestjs/common';
import {
  getRun,
  getRunRoute,
  listRuns,
  listRunsRoute,
  startRun,
  startRunRoute,
  toRunJson,
  toRunSummaryJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { Input, type Call } from '../requests/call.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 50;

@Controller()
export class PaymentRunsController {
  constructor(private readonly messages: MessageClient) {}

  @Route(startRunRoute)
  async start(@Input() { body, context }: Call<typeof startRunRoute>) {
    return toRunJson(await this.messages.call(startRun, body, context));
  }

  @Route(listRunsRoute)
  list(@Input() { query, context }: Call<typeof listRunsRoute>) {
    return streamPages(async (cursor) => {
      const page = { limit: PAGE, cursor, asOf: query.as_of };
      const { runs: items, nextCursor } = await this.messages.call(listRuns, page, context);
      return { items, nextCursor };
    }, toRunSummaryJson);
  }

  @Route(getRunRoute)
  async get(@Input() { params, query, context }: Call<typeof getRunRoute>) {
    return toRunJson(await this.messages.call(getRun, { id: params.id, asOf: query.as_of }, context));
  }
}
