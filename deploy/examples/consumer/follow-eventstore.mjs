/**
 * Follows EventStoreDB by a persistent subscription into SQLite and checks the chain of each stream (docs/consumers.md).
 * To copy; Node 24 and @eventstore/db-client.
 *
 *   EVENTSTORE_URL='esdb://user:password@host:2113' node follow-eventstore.mjs events.db
 *
 * GROUP is the name of the subscription, `outlay-audit` by default; making it takes the rights of an operator. Ends with 1
 * when a check fails.
 */
import { hash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import {
  ErrorType,
  EventStoreDBClient,
  persistentSubscriptionToAllSettingsFromDefaults,
  START,
  streamNameFilter,
} from '@eventstore/db-client';

const { EVENTSTORE_URL: url = 'esdb://localhost:2113?tls=false', GROUP: group = 'outlay-audit' } = process.env;
const PREFIXES = ['expense-', 'payment-', 'account-', 'invite-', 'access-', 'token-'];
// Waits while another process has the file: after a crash, the first one to open it repairs it.
const db = new DatabaseSync(process.argv[2] ?? 'events.db', { timeout: 10_000 });
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS events (stream TEXT NOT NULL, revision INTEGER NOT NULL, position INTEGER NOT NULL,
    hash TEXT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (stream, revision)) STRICT;`);
const hashOf = db.prepare('SELECT hash FROM events WHERE stream = ? AND revision = ?');
const insert = db.prepare('INSERT INTO events (stream, revision, position, hash, event) VALUES (?, ?, ?, ?, ?)');

class Refused extends Error {}
/** RFC 8785. */
const canonical = (value) => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
};

/** False if the event before it in its stream is still to come. An event may come again. */
function take({ streamId: stream, revision, id, type, data, metadata, position }) {
  const event = canonical({ stream, revision: Number(revision), id, type, data, metadata });
  const hashed = hash('sha256', event);
  const where = `Revision ${revision} of ${stream}`;
  const known = hashOf.get(stream, revision);
  if (known && known.hash !== hashed) throw new Refused(`${where} is not what it was`);
  if (known) return true;
  const previous = hashOf.get(stream, revision - 1n)?.hash ?? null;
  if (previous === null && revision > 0n) return false;
  if ((metadata.previousHash ?? null) !== previous) throw new Refused(`${where} breaks its chain`);
  insert.run(stream, revision, position.commit, hashed, event);
  return true;
}

async function follow(client) {
  const settings = persistentSubscriptionToAllSettingsFromDefaults({ startFrom: START });
  const filter = streamNameFilter({ prefixes: PREFIXES });
  await client.createPersistentSubscriptionToAll(group, settings, { filter }).catch((error) => {
    if (error.type !== ErrorType.PERSISTENT_SUBSCRIPTION_EXISTS) throw error;
  });
  const subscription = client.subscribeToPersistentSubscriptionToAll(group);
  for await (const resolved of subscription) {
    // The event is stored before it is acknowledged: a crash in between makes the server send it again.
    if (take(resolved.event)) await subscription.ack(resolved);
    else await subscription.nack('retry', 'The event before it is still to come', resolved);
  }
}

for (;;) {
  const client = EventStoreDBClient.connectionString(url);
  try {
    await follow(client);
  } catch (error) {
    if (error instanceof Refused) {
      console.error(error.message);
      process.exit(1);
    }
    console.error(`${error.message}; trying again`);
    await client.dispose();
    await pause(1000);
  }
}
