import { httpRequests } from '@outlay/telemetry';
import { serveOperations } from './operations-server.js';

describe('the operations server', () => {
  const details = { trail: { quarantined: 1 } };
  let parts: Record<string, boolean> = {};
  let server: Awaited<ReturnType<typeof serveOperations>>;
  beforeAll(async () => {
    const readiness = () => {
      if ('broken' in parts) throw new Error('no connection');
      return parts;
    };
    server = await serveOperations({ host: '127.0.0.1', port: 0, part: 'fx', readiness, details: () => details });
  });
  afterAll(() => server.close());
  const get = (path: string) => fetch(`http://127.0.0.1:${server.port}${path}`);

  it('is live even when a part is not ready', async () => {
    parts = { messages: false };
    expect((await get('/live')).status).toBe(200);
  });

  it('is ready once every part is ready', async () => {
    parts = { messages: true, blobs: false };
    const waiting = await get('/ready');
    expect([waiting.status, await waiting.json()]).toEqual([503, { status: 'unavailable', parts, details }]);
    parts = { messages: true, blobs: true };
    const ready = await get('/ready');
    expect([ready.status, await ready.json()]).toEqual([200, { status: 'ok', parts, details }]);
  });

  it('exports metrics of the process and of its requests', async () => {
    httpRequests.observe({ method: 'GET', route: '/api/expenses', status: '200' }, 0.02);
    const text = await (await get('/metrics')).text();
    expect(text).toMatch(
      /outlay_http_request_duration_seconds_count\{method="GET",route="\/api\/expenses",status="200"} 1/,
    );
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    // The metric belongs to the expenses part; the alerts know by it whether one runs.
    expect(text).not.toMatch(/^outlay_projection_lag_seconds /m);
  });

  it('exports whether it is ready', async () => {
    const ready = async () => (await (await get('/metrics')).text()).match(/^outlay_ready.*/m)?.[0];
    parts = { messages: true, blobs: false };
    expect(await ready()).toBe('outlay_ready{part="fx"} 0');
    parts = { messages: true, blobs: true };
    expect(await ready()).toBe('outlay_ready{part="fx"} 1');
  });

  it('returns a clear error for any other path or failure', async () => {
    const nothing = await get('/admin');
    expect([nothing.status, await nothing.json()]).toEqual([
      404,
      { message: 'There is nothing at this address.', code: 'NOT_FOUND' },
    ]);
    parts = { broken: true };
    expect((await get('/ready')).status).toBe(500);
  });
});
