// Runs an instance of the test service over the NATS server in argv[2] until SIGTERM.
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { defineOperation } from '@outlay/contracts';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';
import { Handles, openMessaging } from '../../index.ts';

const [, , url, secretKey, workMs] = process.argv;
const operation = defineOperation({
  subject: 'probe.who',
  work: 'one',
  request: z.object({}),
  reply: z.object({ instance: z.string() }),
});

class ProbeController {
  async who() {
    await setTimeout(Number(workMs));
    return { instance: String(process.pid) };
  }
}
// Applies the decorators by hand, because Node does not support their syntax.
const method = Object.getOwnPropertyDescriptor(ProbeController.prototype, 'who');
Handles(operation)(ProbeController.prototype, 'who', method);
Object.defineProperty(ProbeController.prototype, 'who', method);
Controller()(ProbeController);

class ProbeModule {}
Module({ controllers: [ProbeController] })(ProbeModule);

const messaging = await openMessaging({ url, secretKey });
const app = await NestFactory.createMicroservice(ProbeModule, { strategy: messaging.server('probe'), logger: false });
await app.listen();
process.once('SIGTERM', async () => {
  await app.close();
  await messaging.close();
});
process.stdout.write('listening\n');
