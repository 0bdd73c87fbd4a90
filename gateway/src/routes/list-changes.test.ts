import { listVersionEvent } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { TestExpenses } from '../testing/test-expenses.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const START = Date.parse('2026-03-01T10:00:00Z');

describe('following a list', () => {
  let gateway: TestGateway;
  let now: number;
  beforeEach(async () => {
    TestExpenses.changes = 0;
    now = START;
    gateway = await startTestGateway({ clock: { now: () => new Date(now) } });
  });
  afterEach(() => gateway.close());

  const follow = async (path: string, as: string) => {
    const response = await gateway.call(path, { as });
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const nextVersion = async (): Promise<string> => {
      for (;;) {
        const event = /event: version\ndata: (.*)\n\n/.exec(text);
        if (event) {
          text = text.slice(event.index + event[0].length);
          return listVersionEvent.parse(JSON.parse(event[1] ?? '')).version;
        }
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream has ended');
        text += value;
      }
    };
    return { response, nextVersion, cancel: () => reader.cancel() };
  };

  it('sends its version at once and after each change', async () => {
    const { response, nextVersion, cancel } = await follow('/api/expenses/changes', 'member');
    expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
    expect(response.headers.get('content-encoding')).toBeNull();
    expect(await nextVersion()).toBe('1.member.0');
    TestExpenses.changes = 1;
    expect(await nextVersion()).toBe('1.member.1');
    await cancel();
  });

  it('of all expenses is for super admins', async () => {
    expect((await gateway.call('/api/admin/expenses/changes', { as: 'member' })).status).toBe(403);
    const { nextVersion, cancel } = await follow('/api/admin/expenses/changes', 'admin');
    expect(await nextVersion()).toBe('1.all.0');
    await cancel();
  });

  it('ends after five minutes, so that the session is checked again', async () => {
    const { nextVersion } = await follow('/api/expenses/changes', 'member');
    await nextVersion();
    now += 300_000;
    await expect(nextVersion()).rejects.toThrow('The stream has ended');
  });

  it('ends when the gateway stops', async () => {
    const { nextVersion } = await follow('/api/expenses/changes', 'member');
    await nextVersion();
    const ended = expect(nextVersion()).rejects.toThrow('The stream has ended');
    await gateway.app.close();
    await ended;
  });

  it('ends at once while the gateway stops', async () => {
    // The grace is so long because only an open connection uses it.
    const draining = await startTestGateway({ drainMs: 30_000 });
    await (await draining.call('/api/health/live')).text();
    const closed = draining.close();
    await eventually(() => !draining.app.getHttpServer().listening);
    const response = await draining.call('/api/expenses/changes', { as: 'member' });
    expect(response.headers.get('connection')).toBe('close');
    expect(await response.text()).toBe(':\n\n');
    await closed;
  });
});
