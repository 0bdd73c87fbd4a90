import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { defineOperation, OutlayError, type MessageContext } from '@outlay/contracts';
import { madeProgress } from '@outlay/time';
import { once } from 'node:events';
import * as z from 'zod/mini';
import { Handles } from '../handles.decorator.js';
import type { Messaging } from '../messaging.js';

const operation = <Request extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  name: string,
  request: Request,
  reply: Reply,
) => defineOperation({ subject: `probe.${name}`, work: 'one', request, reply });

export const probe = {
  echo: operation('echo', z.object({ text: z.string() }), z.object({ text: z.string(), context: z.unknown() })),
  who: operation('who', z.object({}), z.object({ instance: z.string() })),
  fail: operation('fail', z.object({ how: z.string() }), z.object({})),
  repeat: operation('repeat', z.object({ text: z.string(), times: z.number() }), z.object({ text: z.string() })),
  wait: operation('wait', z.object({}), z.object({ instance: z.string() })),
  grow: defineOperation({
    subject: 'probe.grow',
    work: 'grows',
    request: z.object({ untilReleased: z.boolean() }),
    reply: z.object({ instance: z.string() }),
  }),
  nothing: operation('nothing', z.object({}), z.unknown()),
  list: operation('list', z.object({}), z.nullable(z.array(z.string()))),
  absentGrow: defineOperation({
    subject: 'probe.absent-grow',
    work: 'grows',
    request: z.object({}),
    reply: z.object({}),
  }),
  absent: operation('absent', z.object({}), z.object({})),
};

export interface ProbeService {
  readonly echoed: readonly string[];
  readonly waiting: () => number;
  release(): void;
  close(): Promise<void>;
}

export async function runProbe(messaging: Messaging, instance = 'one'): Promise<ProbeService> {
  const echoed: string[] = [];
  const gate = new EventTarget();
  let waiting = 0;

  @Controller()
  class ProbeController {
    @Handles(probe.echo)
    async echo({ text }: { text: string }, context: MessageContext) {
      echoed.push(text);
      return { text, context };
    }

    @Handles(probe.who)
    async who() {
      return { instance };
    }

    @Handles(probe.fail)
    async fail({ how }: { how: string }): Promise<Record<string, never>> {
      if (how === 'known') throw new OutlayError('CONFLICT', 'Already paid', { id: 7 });
      throw Object.assign(new Error('secret detail'), { name: how });
    }

    @Handles(probe.repeat)
    async repeat({ text, times }: { text: string; times: number }) {
      return { text: text.repeat(times) };
    }

    @Handles(probe.wait)
    async wait() {
      waiting += 1;
      await once(gate, 'release');
      waiting -= 1;
      return { instance };
    }

    /** Makes progress for as long as it is asked to, and then none. */
    @Handles(probe.grow)
    async grow({ untilReleased }: { untilReleased: boolean }) {
      waiting += 1;
      const progress = setInterval(madeProgress, 50);
      if (!untilReleased) clearInterval(progress);
      await once(gate, 'release');
      clearInterval(progress);
      waiting -= 1;
      return { instance };
    }

    @Handles(probe.nothing)
    async nothing() {
      return undefined;
    }

    @Handles(probe.list)
    async list() {
      return null;
    }
  }

  @Module({ controllers: [ProbeController] })
  class ProbeModule {}

  const app = await NestFactory.createMicroservice<MicroserviceOptions>(ProbeModule, {
    strategy: messaging.server('probe'),
    logger: false,
  });
  await app.listen();
  return {
    echoed,
    waiting: () => waiting,
    release: () => void gate.dispatchEvent(new Event('release')),
    close: () => app.close(),
  };
}
