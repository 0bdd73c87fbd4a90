import { Logger } from '@nestjs/common';
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
  const checks = async (messaging: Messaging, count: number) => {
    const results: boolean[] = [];
    for (let check = 0; check < count; check += 1) results.push(await messaging.isReady());
    return results;
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
    expect(await checks(await open(NEW), 2)).toEqual([false, false]);
  });

  it('succeeds in each step of changing the key', async () => {
    await serve(await open(OLD, NEW));
    for (const caller of [await open(OLD), await open(OLD, NEW), await open(NEW, OLD)])
      expect(await caller.isReady()).toBe(true);
    // The reply is still signed with the old key.
    expect(await (await open(NEW)).isReady()).toBe(false);
  });

  it('tolerates two replies in a row of a part with another key', async () => {
    const caller = await open(OLD);
    const same = await serve(await open(OLD));
    expect(await caller.isReady()).toBe(true);
    await same.close();
    await serve(await open(NEW));
    expect(await checks(caller, 4)).toEqual([true, true, false, false]);
  });
});
