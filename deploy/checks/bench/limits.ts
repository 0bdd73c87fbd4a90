import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { openEventStore } from '@outlay/event-store';
import { systemIds } from '@outlay/time';
import { Load, measure } from './load.js';

/** Only ratios to these limits are comparable between machines. */
export async function measureLimits(folder: string): Promise<{ appendsPerSecond: number; bareHttpPerSecond: number }> {
  return { appendsPerSecond: await appends(folder), bareHttpPerSecond: await bareHttp() };
}

async function appends(folder: string): Promise<number> {
  const store = await openEventStore({ file: join(folder, 'limit.db') });
  const count = 2000;
  const started = performance.now();
  for (let i = 0; i < count; i += 1) {
    const event = { id: systemIds.uuid(), type: 'Limit', data: { i, text: 'x'.repeat(500) }, metadata: {} };
    await store.append(`limit-${i}`, [event], 'no-stream');
  }
  const seconds = (performance.now() - started) / 1000;
  await store.close();
  return count / seconds;
}

async function bareHttp(): Promise<number> {
  const server = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const load = new Load(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`);
  const { perSecond } = await measure(5000, 10, () => load.call({ method: 'GET', path: '/' }));
  load.close();
  server.close();
  return perSecond;
}
