import { startTestGateway } from '../testing/test-gateway.js';

describe('health', () => {
  it('is live while a part is down, and ready only while none is', async () => {
    const parts = { messages: true, blobs: false };
    const gateway = await startTestGateway({ isReady: async () => parts });
    try {
      const live = await gateway.call('/api/health/live');
      expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }]);
      const unready = await gateway.call('/api/health/ready');
      expect([unready.status, await unready.json()]).toEqual([503, { status: 'unavailable', parts }]);
      expect(unready.headers.get('retry-after')).not.toBeNull();
      parts.blobs = true;
      const ready = await gateway.call('/api/health/ready');
      expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', parts }]);
    } finally {
      await gateway.close();
    }
  });
});
