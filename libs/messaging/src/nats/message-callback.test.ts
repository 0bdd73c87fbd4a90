import { Logger } from '@nestjs/common';
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
    const clock = {
      now: () => {
        if (isClockBroken) throw new Error('There is no time');
        return new Date();
      },
    };
    const serving = await openMessaging({ url: server.url, secretKey, clock });
    const service = await runProbe(serving);
    const caller = await openMessaging({ url: server.url, secretKey, timeoutMs: 500 });
    const ask = () => caller.client.call(probe.who, {}, context);
    try {
      await expect(ask()).resolves.toEqual({ instance: 'one' });
      isClockBroken = true;
      await expect(ask()).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN' });
      expect(await caller.isReady()).toBe(true);
      isClockBroken = false;
      await expect(ask()).resolves.toEqual({ instance: 'one' });
    } finally {
      await service.close();
      await caller.close();
      await serving.close();
      await server.close();
    }
  });
});
