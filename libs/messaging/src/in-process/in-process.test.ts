import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { defineOperation, OutlayError, type MessageContext } from '@outlay/contracts';
import * as z from 'zod/mini';
import { Handles, InProcessClient, InProcessServer, MessageClient, MessageHub } from '../index.js';

const double = defineOperation({
  subject: 'test.double',
  request: z.object({ value: z.number() }),
  reply: z.object({ value: z.number(), by: z.string() }),
});
const fail = defineOperation({ subject: 'test.fail', request: z.object({ how: z.string() }), reply: z.object({}) });
const hang = defineOperation({ subject: 'test.hang', request: z.object({}), reply: z.object({}) });

@Controller()
class TestController {
  @Handles(double)
  async double({ value }: { value: number }, context: MessageContext) {
    return { value: value * 2, by: context.correlationId };
  }

  @Handles(fail)
  async fail({ how }: { how: string }): Promise<Record<string, never>> {
    if (how === 'known') throw new OutlayError('CONFLICT', 'Already paid', { id: 7 });
    throw Object.assign(new Error('secret detail'), { name: how });
  }

  @Handles(hang)
  hang(): Promise<Record<string, never>> {
    return new Promise(() => undefined);
  }
}

@Module({ controllers: [TestController] })
class TestModule {}

const context = { actor: null, correlationId: 'c-1' };

describe('the in-process transport', () => {
  const hub = new MessageHub();
  const client = new MessageClient(new InProcessClient(hub), 100);
  let app: INestMicroservice;

  beforeAll(async () => {
    app = await NestFactory.createMicroservice<MicroserviceOptions>(TestModule, {
      strategy: new InProcessServer(hub, 50),
      logger: false,
    });
    await app.listen();
  });
  afterAll(() => app.close());

  it('carries a request, its context and the reply', async () => {
    await expect(client.call(double, { value: 21 }, context)).resolves.toEqual({ value: 42, by: 'c-1' });
  });

  it('carries a known error with code, message and details', async () => {
    await expect(client.call(fail, { how: 'known' }, context)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'Already paid',
      details: { id: 7 },
    });
  });

  it('carries a store that is down as SERVICE_UNAVAILABLE', async () => {
    await expect(client.call(fail, { how: 'EventStoreUnavailable' }, context)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('hides an unknown error behind INTERNAL', async () => {
    const error = await client.call(fail, { how: 'unknown' }, context).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'INTERNAL' });
    expect(JSON.stringify(error)).not.toContain('secret');
  });

  it('refuses a request that does not fit the contract, naming the field', async () => {
    await expect(client.call(double, { value: 'x' } as unknown as { value: number }, context)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: [{ field: 'value' }],
    });
  });

  it('answers SERVICE_UNAVAILABLE where nobody listens', async () => {
    const nobody = defineOperation({ subject: 'nobody.home', request: z.object({}), reply: z.object({}) });
    await expect(client.call(nobody, {}, context)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  });

  it('answers OUTCOME_UNKNOWN when no reply comes in time', async () => {
    await expect(client.call(hang, {}, context)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
  });
});
