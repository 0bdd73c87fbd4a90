import { InProcessClient, MessageClient, MessageHub } from '@outlay/messaging';
import { eventually } from '@outlay/testing';
import { startTestGateway } from '../testing/test-gateway.js';

describe('health', () => {
  it('is live while a dependency is down, but not ready', async () => {
    const parts = { messages: true, blobs: false };
    const gateway = await startTestGateway({ isReady: () => parts, missing: () => ['S3_URL'] });
    try {
      const live = await gateway.call('/api/health/live');
      expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
      const unready = await gateway.call('/api/health/ready');
      expect([unready.status, await unready.json()]).toMatchObject([
        503,
        { status: 'unavailable', parts, details: { missing: ['S3_URL'] } },
      ]);
      expect(unready.headers.get('retry-after')).not.toBeNull();
      parts.blobs = true;
      const ready = await gateway.call('/api/health/ready');
      expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ok', parts }]);
    } finally {
      await gateway.close();
    }
  });

  it('reports the age of the exchange rates', async () => {
    const gateway = await startTestGateway();
    try {
      const details = await eventually(async () => {
        const ready = (await (await gateway.call('/api/health/ready')).json()) as {
          details: { exchange_rates: unknown };
        };
        return ready.details.exchange_rates;
      });
      expect(details).toMatchObject({
        bundled_until: '2025-09-30',
        bundled_age_days: 152,
        sources: {
          ecb: { state: 'current', newest_date: '2026-02-27' },
          cbk: { state: 'failing', newest_date: null },
        },
      });
    } finally {
      await gateway.close();
    }
  });

  it('reports whether the trail holds, and how far the read models are behind it', async () => {
    const gateway = await startTestGateway();
    try {
      const trail = await eventually(async () => {
        const ready = (await (await gateway.call('/api/health/ready')).json()) as { details: { trail: unknown } };
        return ready.details.trail;
      });
      expect(trail).toEqual({ quarantined_streams: 1, log_broken: false, behind_events: 0, behind_seconds: 0 });
    } finally {
      await gateway.close();
    }
  });

  it('is answered from memory: no number of requests sends a message', async () => {
    const client = new InProcessClient(new MessageHub());
    let sent = 0;
    const send = client.send.bind(client);
    Object.assign(client, { send: (...message: Parameters<typeof send>) => ((sent += 1), send(...message)) });
    const gateway = await startTestGateway({ messages: new MessageClient(client, 60_000) });
    try {
      const atStart = sent;
      for (let n = 0; n < 20; n += 1) expect((await gateway.call('/api/health/ready')).status).toBe(200);
      expect([atStart, sent]).toEqual([2, 2]);
    } finally {
      await gateway.close();
    }
  });

  it('is ready without exchange rates, and does not wait for them', async () => {
    const silent = new MessageClient(new InProcessClient(new MessageHub()), 60_000);
    const gateway = await startTestGateway({ messages: silent });
    try {
      const ready = await gateway.call('/api/health/ready');
      expect([ready.status, await ready.json()]).toEqual([
        200,
        { status: 'ok', parts: { messages: true }, details: { missing: [], exchange_rates: null, trail: null } },
      ]);
    } finally {
      await gateway.close();
    }
  });
});
