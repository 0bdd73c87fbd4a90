import { Logger } from '@nestjs/common';
import { eventually } from '@outlay/testing';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { runProbe, type ProbeService } from '../contract/probe.contract.js';
import type { Messaging } from '../messaging.js';
import { openMessaging } from '../open-messaging.js';

Logger.overrideLogger(false);

const OLD = 'an-old-key-for-tests-0123456789abcdef';
const NEW = 'a-new-key-for-tests-0123456789abcdef';

describeOn(await backing('nats', { own: true }), 'the handshake over NATS', (start) => {
  let server: BackingServer;
  const opened: { close(): Promise<void> }[] = [];
  const open = async (secretKey: string, acceptedKey?: string): Promise<Messaging> => {
    const messaging = await openMessaging({ url: server.url, secretKey, acceptedKey });
    opened.unshift(messaging);
    return messaging;
  };
  const serve = async (messaging: Messaging): Promise<ProbeService> => {
    const service = await runProbe(messaging);
    opened.unshift(service);
    return service;
  };
  /** On a busy machine a check may be true because its reply has not come in time, so tests repeat them. */
  const checks = async (messaging: Messaging, count: number) => {
    const results: boolean[] = [];
    for (let check = 0; check < count; check += 1) results.push(await messaging.isReady());
    return results.join();
  };
  beforeEach(async () => {
    server = await start();
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
    await server.close();
  });

  it('succeeds while nobody answers, and with the same key', async () => {
    const caller = await open(OLD);
    expect(await caller.isReady()).toBe(true);
    await serve(await open(OLD));
    expect(await caller.isReady()).toBe(true);
  });

  it('fails at once for a part that starts with another key', async () => {
    await serve(await open(OLD));
    await eventually(async () => (await checks(await open(NEW), 2)) === 'false,false');
  });

  it('succeeds in each step of changing the key', async () => {
    await serve(await open(OLD, NEW));
    for (const caller of [await open(OLD), await open(OLD, NEW), await open(NEW, OLD)])
      expect(await caller.isReady()).toBe(true);
    // The reply is still signed with the old key.
    await eventually(async () => !(await (await open(NEW)).isReady()));
  });

  it('tolerates two replies in a row of a part with another key', async () => {
    const caller = await open(OLD);
    await eventually(async () => {
      const same = await serve(await open(OLD));
      expect(await caller.isReady()).toBe(true);
      await same.close();
      const other = await serve(await open(NEW));
      const results = await checks(caller, 4);
      await other.close();
      return results === 'true,true,false,false';
    });
  });
});
