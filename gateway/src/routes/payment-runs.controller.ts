import { Controller, Req, Res } from '@nestjs/common';
import {
  downloadRunRoute,
  getRun,
  getRunRoute,
  listRuns,
  listRunsRoute,
  RUN_FILES,
  startRun,
  startRunRoute,
  toRunJson,
  toRunSummaryJson,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentDisposition } from '../files/content-disposition.js';
import { Input, type Call } from '../requests/call.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';
import { RunFiles } from './run-files.js';

const PAGE = 50;

@Controller()
export class PaymentRunsController {
  constructor(
    private readonly messages: MessageClient,
    private readonly files: RunFiles,
  ) {}

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

  @Route(downloadRunRoute)
  async download(
    @Input() { params, query, context }: Call<typeof downloadRunRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const run = await this.messages.call(getRun, { id: params.id }, context);
    const { type, name } = RUN_FILES[query.file];
    const content = await this.files.content(query.file, run, context);
    await reply
      .type(type)
      .header('content-disposition', contentDisposition('attachment', name(run.reference)))
      .header('cache-control', 'no-store')
      .send(content);
  }
}
