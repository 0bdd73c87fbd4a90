// One instance of the probed service over the NATS of argv[2], in a process of its own, until it is told to stop.
// Runs on the TypeScript sources: the hook finds the .ts files behind the .js names.
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { registerHooks } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import * as z from 'zod/mini';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const { defineOperation } = await import('@outlay/contracts');
const { Handles, openMessaging } = await import('@outlay/messaging');

const [, , url, signingKey, workMs] = process.argv;
const operation = defineOperation({
  subject: 'probe.who',
  request: z.object({}),
  reply: z.object({ instance: z.string() }),
});

class ProbeController {
  async who() {
    await setTimeout(Number(workMs));
    return { instance: String(process.pid) };
  }
}
// What the decorators' syntax would do, which Node does not know.
const method = Object.getOwnPropertyDescriptor(ProbeController.prototype, 'who');
Handles(operation)(ProbeController.prototype, 'who', method);
Object.defineProperty(ProbeController.prototype, 'who', method);
Controller()(ProbeController);

class ProbeModule {}
Module({ controllers: [ProbeController] })(ProbeModule);

const messaging = await openMessaging({ url, signingKey });
const app = await NestFactory.createMicroservice(ProbeModule, { strategy: messaging.server('probe'), logger: false });
await app.listen();
process.once('SIGTERM', async () => {
  await app.close();
  await messaging.close();
});
process.stdout.write('listening\n');
