import { Logger } from '@nestjs/common';
import { eventually } from '@outlay/testing';
import { backing, describeOn } from '@outlay/testing/backing/index';
import { probe, runProbe } from '../contract/probe.contract.js';
import { openMessaging } from '../open-messaging.js';

Logger.overrideLogger(false);

const secretKey = 'a-key-for-tests-only-0123456789abcdef';
const context = { actor: null, correlationId: 'callbacks' };

describeOn(await backing('nats'), 'messages that cannot be received', (start) => {
  it('are lost alone: those after them are answered', async () => {
    const server = await start();
    let isClockBroken = false;
    let failures = 0;
    const clock = {
      now: () => {
        if (!isClockBroken) return new Date();
        failures += 1;
        throw new Error('There is no time');
      },
    };
    const serving = await openMessaging({ url: server.url, secretKey, clock });
    const service = await runProbe(serving);
    const caller = await openMessaging({ url: server.url, secretKey });
    const hasty = await openMessaging({ url: server.url, secretKey, timeoutMs: 200 });
    const ask = ({ client } = caller) => client.call(probe.who, {}, context);
    try {
      await expect(ask()).resolves.toEqual({ instance: 'one' });
      isClockBroken = true;
      await expect(ask(hasty)).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      await eventually(() => failures > 0);
      await eventually(() => caller.isReady());
      isClockBroken = false;
      await expect(ask()).resolves.toEqual({ instance: 'one' });
    } finally {
      await service.close();
      await caller.close();
      await hasty.close();
      await serving.close();
      await server.close();
    }
  });
});
