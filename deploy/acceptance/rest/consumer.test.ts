import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { createAuditTokenRoute, type FeedLine } from '@outlay/contracts';
import { eventHash } from '@outlay/event-store';
import { eventually, tempFolder } from '@outlay/testing';
import { createSchemaCheck } from '@outlay/testing/json-schema-check';
import { startCompany, type Company } from './testing/company.js';
import { Consumer } from './testing/consumer.js';

const CLAIMS = 60;
const KILLS = 10;

describe('the example of a consumer', () => {
  let company: Company;
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let token: string;
  let consumer: Consumer;
  beforeAll(async () => {
    company = await startCompany();
    ({ token } = await company.api.call(createAuditTokenRoute, { as: company.root, json: { name: 'Consumer' } }));
  });
  afterAll(() => company.close());
  beforeEach(async () => {
    folder = await tempFolder('consumer');
    consumer = new Consumer(join(folder.path, 'events.db'), () => token);
  });
  afterEach(async () => {
    consumer.close();
    await folder.remove();
  });

  const get = async (path: string) => (await company.api.send('GET', path, { as: company.root })).bytes.toString();
  const feed = async () => (await get('/api/audit/events?limit=10000')).split('\n').slice(0, -1);
  const inFeed = (stream: string, revision: number) =>
    eventually(async () => {
      const lines = (await feed()).map((line) => JSON.parse(line) as FeedLine);
      return lines.find((line) => line.stream === stream && line.revision === revision);
    });

  it('killed again and again while claims are written, has each event once, and each fits its schema', async () => {
    let isWriting = true;
    const writing = (async () => {
      for (let claims = 1; claims < CLAIMS; claims += 1) await company.expense('approved');
      return company.expense('approved');
    })().finally(() => (isWriting = false));
    for (let kills = 0; kills < KILLS || isWriting; kills += 1) await consumer.killAtRandom(company.api.origin);
    const last = await inFeed(`expense-${(await writing).id}`, 2);
    const { kill } = consumer.start(company.api.origin);
    await eventually(() => consumer.checked() > last.leaf, 30_000);
    await kill();
    const stored = consumer.lines();
    expect(stored).toEqual((await feed()).slice(0, stored.length));
    const check = createSchemaCheck(JSON.parse(await get('/api/audit/schemas')) as object);
    for (const [leaf, line] of stored.entries()) {
      const event = JSON.parse(line) as FeedLine;
      expect(event.leaf).toBe(leaf);
      expect(check(event)).toEqual([]);
    }
  });

  it('waits for somebody who reads its file', async () => {
    const reader = new DatabaseSync(join(folder.path, 'events.db'));
    reader.exec('PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE');
    const { ended, firstSign, kill } = consumer.start(company.api.origin);
    expect(await Promise.race([ended, pause(1000, 'waits')])).toBe('waits');
    reader.close();
    await firstSign;
    await eventually(() => consumer.checked() > 0);
    await kill();
  });

  /** The output of the consumer for a server that alters the lines of its feed. */
  const readAltered = async (alter: (lines: FeedLine[]) => FeedLine[]) => {
    const server = createServer((request, response) => {
      void get(request.url ?? '/').then((body) => {
        if (!request.url?.startsWith('/api/audit/events')) return response.end(body);
        const lines = alter(
          body
            .split('\n')
            .slice(0, -1)
            .map((line) => JSON.parse(line) as FeedLine),
        );
        return response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const outcome = await consumer.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}`).ended;
    server.closeAllConnections();
    server.close();
    return outcome;
  };

  it('stops at an event that is missing, altered, forged with its hash, or in a chain that is', async () => {
    const { id } = await company.expense('approved');
    const { leaf } = await inFeed(`expense-${id}`, 2);
    const altered = (change: (line: FeedLine) => FeedLine) => (lines: FeedLine[]) =>
      lines.map((line) => (line.leaf === leaf ? change(line) : line));
    const forged = (line: FeedLine) => {
      const other = { ...line, data: { ...(line.data as object), receiptSha256: null } };
      return { ...other, hash: eventHash(other) };
    };
    const unchained = (line: FeedLine) => {
      const other = { ...line, metadata: line.metadata && { ...line.metadata, previousHash: null } };
      return { ...other, hash: eventHash(other) };
    };
    for (const [change, finding] of [
      [(lines: FeedLine[]) => lines.filter((line) => line.leaf !== leaf), `instead of event ${leaf}`],
      [altered((line) => ({ ...line, data: { ...(line.data as object), receiptSha256: null } })), 'was altered'],
      [altered(unchained), 'breaks its chain'],
      [altered(forged), 'are not those of the checkpoint'],
    ] as const) {
      // A later event follows, so that a missing one shows.
      await inFeed(`expense-${(await company.expense('submitted')).id}`, 1);
      expect(await readAltered(change)).toEqual({ code: 1, errors: expect.stringContaining(finding) as string });
      await rm(consumer.file);
    }
  });
});
