import { eventually } from '@outlay/testing';
import { TestAudit } from '../testing/test-audit.js';
import { startTestGateway, type TestGateway } from '../testing/test-gateway.js';

const START = Date.parse('2026-03-01T10:00:00Z');

describe('the feed of events', () => {
  let gateway: TestGateway;
  let now: number;
  beforeEach(async () => {
    TestAudit.events = 7;
    now = START;
    gateway = await startTestGateway({ clock: { now: () => new Date(now) } });
  });
  afterEach(() => gateway.close());

  const get = (query = '', headers: Record<string, string> = {}) =>
    gateway.call(`/api/audit/events${query}`, { as: 'admin', headers });
  const nextOf = ({ headers }: Response) => /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
  /** Returns a function, because a promise of the response would be awaited with it. */
  const waitingAfter = async (leaf: number) => {
    const reads = TestAudit.feedReads;
    const response = get(`?after=${leaf}&wait=30`);
    await eventually(() => TestAudit.feedReads > reads);
    return { response };
  };
  /** Reads on until the text has this. */
  const follow = async (headers: Record<string, string> = {}, query = '') => {
    const response = await get(query, { accept: 'text/event-stream', ...headers });
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (end: string) => {
      while (!text.includes(end)) {
        const { value, done } = await reader.read();
        if (done) throw new Error('The stream has ended');
        text += value;
      }
      return text;
    };
    return { response, until, cancel: () => reader.cancel() };
  };

  it('is lines by default, as many as were asked for, with a link to the next ones', async () => {
    const first = await get('?limit=3');
    expect(first.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(await first.text()).toBe('0\n1\n2\n');
    expect(nextOf(first)).toBe('/api/audit/events?limit=3&after=2');
    const second = await get('?limit=3&after=2&prefix=expense-&wait=1');
    expect(await second.text()).toBe('3\n4\n5\n');
    expect(nextOf(second)).toBe('/api/audit/events?after=5&limit=3&prefix=expense-&wait=1');
    const last = await get('?after=5');
    expect(await last.text()).toBe('6\n');
    expect(nextOf(last)).toBe('/api/audit/events?after=6');
  });

  it('links to the same place while there is nothing new', async () => {
    const response = await get('?after=6');
    expect(await response.text()).toBe('');
    expect(nextOf(response)).toBe('/api/audit/events?after=6');
    TestAudit.events = 0;
    expect(nextOf(await get())).toBe('/api/audit/events?');
  });

  it('waits for what is new, as long as it was asked to', async () => {
    const waiting = await waitingAfter(6);
    TestAudit.events = 8;
    expect(await (await waiting.response).text()).toBe('7\n');
    const inVain = await waitingAfter(7);
    now += 30_000;
    expect(await (await inVain.response).text()).toBe('');
  });

  it('ends after five minutes, so that the session is checked again, and when the gateway stops', async () => {
    const long = await follow();
    await long.until('data: 6');
    now += 300_000;
    await expect(long.until('data: 7')).rejects.toThrow('The stream has ended');
    const stopped = await follow();
    await stopped.until('data: 6');
    const ended = expect(stopped.until('data: 7')).rejects.toThrow('The stream has ended');
    const waiting = await waitingAfter(6);
    await gateway.app.close();
    await ended;
    expect(await (await waiting.response).text()).toBe('');
  });

  it.each([
    ['after=-1', 'after'],
    ['after=one', 'after'],
    ['limit=0', 'limit'],
    ['limit=10001', 'limit'],
    ['wait=31', 'wait'],
    ['prefix=rate-', 'prefix'],
    ['prefix=', 'prefix'],
  ])('refuses %s', async (query, field) => {
    const response = await get(`?${query}`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ field }] });
  });

  it('refuses a Last-Event-ID that is none of its ids', async () => {
    const response = await get('', { accept: 'text/event-stream', 'last-event-id': 'x' });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT' });
  });
});
