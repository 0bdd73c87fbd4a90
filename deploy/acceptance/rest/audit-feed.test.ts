import { feedLine, type FeedLine } from '@outlay/contracts';
import { eventHash } from '@outlay/event-store';
import { eventually } from '@outlay/testing';
import { startCompany, type Company } from './testing/company.js';

describe('the feed of all events', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${company.api.origin}${path}`, { headers: { authorization: `Bearer ${company.root.token}`, ...headers } });
  const linesOf = (text: string): FeedLine[] =>
    text
      .split('\n')
      .slice(0, -1)
      .map((line) => feedLine.parse(JSON.parse(line)));
  const page = async (path: string) => {
    const response = await get(path);
    const lines = linesOf(await response.text());
    return { lines, next: /^<(.+)>; rel="next"$/.exec(response.headers.get('link') ?? '')?.[1] ?? '' };
  };
  /** Follows the links up to the end of the feed. */
  const readAll = async (query: string) => {
    const lines: FeedLine[] = [];
    let path = `/api/audit/events?${query}`;
    for (;;) {
      const { lines: more, next } = await page(path);
      lines.push(...more);
      if (next === path) return lines;
      path = next;
    }
  };
  const logged = (stream: string, revision: number) =>
    eventually(async () => {
      const lines = await readAll(`prefix=${stream}`);
      return lines.find((line) => line.revision === revision) && lines;
    });

  it('has each event of a claim and its payment once, chained and with its hash, whatever the pages', async () => {
    const expense = await company.expense('approved');
    const { payment_id } = await company.pay(expense);
    await logged(`payment-${payment_id}`, 1);
    const all = await readAll('limit=7');
    expect(all.map(({ leaf }) => leaf)).toEqual(all.map((_, leaf) => leaf));
    // Each read is an event itself, so that the second one may have more.
    expect((await readAll('')).slice(0, all.length)).toEqual(all);
    const mine = all.filter(({ stream }) => stream === `expense-${expense.id}`);
    expect(mine.map(({ type }) => type)).toEqual([
      'ExpenseSubmitted',
      'ReceiptAttached',
      'ExpenseApproved',
      'ExpensePaid',
    ]);
    for (const [revision, line] of mine.entries()) {
      expect(line.revision).toBe(revision);
      expect(line.hash).toBe(eventHash(line));
      expect(line.metadata?.previousHash).toBe(mine[revision - 1]?.hash ?? null);
    }
    expect(await logged(`expense-${expense.id}`, 3)).toEqual(mine);
  });

  it('answers a waiting client as soon as there is a new event', async () => {
    await logged(`expense-${(await company.expense('submitted')).id}`, 0);
    const last = (await readAll('')).at(-1)?.leaf ?? 0;
    const [{ lines }, expense] = await Promise.all([
      page(`/api/audit/events?after=${last}&wait=30&limit=1`),
      company.expense('submitted'),
    ]);
    expect(lines).toMatchObject([{ leaf: last + 1 }]);
    await logged(`expense-${expense.id}`, 1);
  });

  it('goes on after the last server-sent event that the client has seen', async () => {
    const id = `expense-${(await company.expense('submitted')).id}`;
    const [first, second] = await logged(id, 1);
    const headers = { accept: 'text/event-stream', 'last-event-id': String(first?.leaf) };
    const { body } = await get(`/api/audit/events?prefix=${id}`, headers);
    const reader = (body as ReadableStream<Uint8Array>).getReader();
    const decoder = new TextDecoder();
    let text = '';
    while (!text.endsWith('\n\n') || !text.includes('data: ')) {
      const { value, done } = await reader.read();
      if (done) throw new Error('The stream has ended');
      text += decoder.decode(value, { stream: true });
    }
    expect(text.replace(/^(:\n\n)*/, '')).toBe(`id: ${second?.leaf}\ndata: ${JSON.stringify(second)}\n\n`);
    await reader.cancel();
  });

  it('is a batch of CloudEvents on request', async () => {
    const id = `expense-${(await company.expense('submitted')).id}`;
    const lines = await logged(id, 1);
    const after = (lines[0]?.leaf ?? 0) - 1;
    const path = `/api/audit/events?prefix=${id}${after < 0 ? '' : `&after=${after}`}`;
    const response = await get(path, { accept: 'application/cloudevents-batch+json' });
    const batch = (await response.json()) as Record<string, unknown>[];
    expect(batch).toMatchObject(
      lines.map((line) => ({
        specversion: '1.0',
        id: line.id,
        type: `outlay.${line.type}.v1`,
        subject: id,
        leaf: line.leaf,
        hash: line.hash,
        data: line.data,
      })),
    );
    // Attributes are texts, whole numbers of 32 bits and truth values.
    for (const { data: _, ...attributes } of batch) {
      for (const [name, value] of Object.entries(attributes)) {
        expect(name).toMatch(/^[a-z0-9]{1,20}$/);
        expect(typeof value === 'number' ? Number.isInteger(value) : typeof value === 'string').toBe(true);
      }
    }
  });

  it('refuses a place that the log does not have', async () => {
    await logged(`expense-${(await company.expense('submitted')).id}`, 0);
    const response = await get('/api/audit/events?after=99999999');
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'INVALID_INPUT', details: [{ field: 'after' }] });
  });
});
