import { Controller, Req, Res } from '@nestjs/common';
import {
  auditKeyRoute,
  checkpointRoute,
  consistencyProofRoute,
  inclusionProofRoute,
  proveConsistency,
  proveInclusion,
  readCheckpoint,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Input, type Call } from '../requests/call.js';
import { Route } from './route.decorator.js';

@Controller()
export class AuditController {
  constructor(private readonly messages: MessageClient) {}

  @Route(checkpointRoute)
  async checkpoint(
    @Input() { context }: Call<typeof checkpointRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { checkpoint } = await this.messages.call(readCheckpoint, {}, context);
    await sendText(reply, checkpoint);
  }

  @Route(auditKeyRoute)
  async key(
    @Input() { context }: Call<typeof auditKeyRoute>,
    @Req() _request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const { publicKey } = await this.messages.call(readCheckpoint, {}, context);
    await sendText(reply, `${publicKey}\n`);
  }

  @Route(inclusionProofRoute)
  async inclusion(@Input() { query, context }: Call<typeof inclusionProofRoute>) {
    const { eventHash, ...proof } = await this.messages.call(proveInclusion, query, context);
    return { ...proof, event_hash: eventHash };
  }

  @Route(consistencyProofRoute)
  consistency(@Input() { query, context }: Call<typeof consistencyProofRoute>) {
    return this.messages.call(proveConsistency, query, context);
  }
}

async function sendText(reply: FastifyReply, text: string): Promise<void> {
  await reply.type('text/plain; charset=utf-8').header('cache-control', 'no-store').send(text);
}
