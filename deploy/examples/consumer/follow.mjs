/**
 * Follows the feed of all events into SQLite and checks it on the way (docs/consumers.md). To copy; Node 24, no dependency.
 *
 *   OUTLAY_URL=http://localhost:4000 OUTLAY_TOKEN=outlay_audit_… node follow.mjs events.db
 *
 * A super admin makes the token, for this alone: POST /api/audit/tokens.
 * OUTLAY_KEY is the log's public key; without it, the first one that is seen is kept. Another takes its place only if both
 * have signed that. Ends with 1 when a check fails.
 */
import { createPublicKey, hash, verify } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';

const { OUTLAY_URL: origin = 'http://localhost:4000', OUTLAY_TOKEN: token, OUTLAY_KEY: givenKey } = process.env;
// Waits while another process has the file: after a crash, the first one to open it repairs it.
const db = new DatabaseSync(process.argv[2] ?? 'events.db', { timeout: 10_000 });
db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS events (leaf INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL,
    hash TEXT NOT NULL, line TEXT NOT NULL, UNIQUE (stream, revision)) STRICT;
  CREATE TABLE IF NOT EXISTS checkpoints (size INTEGER PRIMARY KEY, note TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS state (id INTEGER PRIMARY KEY, key TEXT NOT NULL, subtrees TEXT NOT NULL) STRICT;`);
const hashOf = db.prepare('SELECT hash FROM events WHERE stream = ? AND revision = ?');
const insert = db.prepare('INSERT INTO events (leaf, stream, revision, hash, line) VALUES (?, ?, ?, ?, ?)');

class Refused extends Error {}
const check = (holds, finding) => {
  if (!holds) throw new Refused(finding);
};
const sha256 = (...parts) => hash('sha256', Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');
const node = (left, right) => sha256([1], left, right);
/** RFC 8785. */
const canonical = (value) => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
};

async function get(path) {
  const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` } });
  const body = await response.text();
  if (response.ok) return body;
  // Before the first event there is no checkpoint.
  check([404, 429].includes(response.status) || response.status >= 500, body);
  throw new Error(body);
}

function isSigned(note, key) {
  const [, name, encoded] = /^([^+]+)\+[^+]+\+(.+)$/.exec(key);
  const x = Buffer.from(encoded, 'base64').subarray(1).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  const text = note.slice(0, note.indexOf('\n\n') + 1);
  const signatures = note.split('\n').filter((line) => line.startsWith(`— ${name} `));
  const bytes = signatures.map((line) => Buffer.from(line.split(' ')[2], 'base64').subarray(4));
  return bytes.some((signature) => verify(null, Buffer.from(text), publicKey, signature));
}

/** The kept key, then each key that replaced the one before it. */
function keysSince(key, changes) {
  const keys = [{ key, until: Infinity }];
  for (const note of changes) {
    const [, kind, size, from, to] = note.split('\n');
    if (from !== keys.at(-1).key) continue;
    check(kind === 'change of key' && isSigned(note, from) && isSigned(note, to), `Not a change of keys:\n${note}`);
    keys.at(-1).until = Number(size);
    keys.push({ key: to, until: Infinity });
  }
  return keys;
}

function openCheckpoint(note, keys) {
  const [, size, root] = note.split('\n');
  const isValid = keys.some(({ key, until }) => isSigned(note, key) && Number(size) <= until);
  check(isValid, `The checkpoint is not signed by ${keys.at(-1).key}:\n${note}`);
  return { size: Number(size), root };
}

/** Takes one reply, all or nothing. */
function take(lines, note, state) {
  const checkpoint = openCheckpoint(note, keysSince(state.key, state.changes));
  let size = db.prepare('SELECT coalesce(max(leaf) + 1, 0) AS size FROM events').get().size;
  const subtrees = JSON.parse(state.subtrees).map((each) => Buffer.from(each, 'base64'));
  check(checkpoint.size >= size, `The log has ${checkpoint.size} events, but had ${size}`);
  const compare = () => {
    if (size === 0 || size !== checkpoint.size) return;
    const root = subtrees.reduceRight((right, left) => node(left, right)).toString('base64');
    check(root === checkpoint.root, `The first ${size} events are not those of the checkpoint`);
    db.prepare('INSERT OR REPLACE INTO checkpoints (size, note) VALUES (?, ?)').run(size, note);
  };
  compare();
  for (const line of lines) {
    const { leaf, hash: given, stream, revision, id, type, data, metadata } = JSON.parse(line);
    const where = `Event ${leaf}, revision ${revision} of ${stream}`;
    check(leaf === size, `${where}, comes instead of event ${size}`);
    const hashed = hash('sha256', canonical({ stream, revision, id, type, data, metadata }));
    check(hashed === given, `${where}, was altered`);
    const previous = hashOf.get(stream, revision - 1)?.hash ?? null;
    check(metadata.previousHash === previous && (previous !== null || revision === 0), `${where}, breaks its chain`);
    insert.run(leaf, stream, revision, given, line);
    subtrees.push(sha256([0], Buffer.from(given, 'hex')));
    for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2) subtrees.push(node(...subtrees.splice(-2)));
    size += 1;
    compare();
  }
  const stored = JSON.stringify(subtrees.map((each) => each.toString('base64')));
  db.prepare('INSERT OR REPLACE INTO state (id, key, subtrees) VALUES (1, ?, ?)').run(state.key, stored);
  return size;
}

/** The pause in seconds; none after events, so that they are compared with the next checkpoint at once. */
let wait = 0;

async function step() {
  const stored = db.prepare('SELECT key, subtrees FROM state').get();
  const key = givenKey ?? stored?.key ?? (await get('/api/audit/key')).trim();
  const { last } = db.prepare('SELECT max(leaf) AS last FROM events').get();
  const note = await get('/api/audit/checkpoint');
  const { changes } = JSON.parse(await get('/api/audit/key-changes'));
  const after = last === null ? '' : `&after=${last}`;
  const lines = (await get(`/api/audit/events?limit=1000&wait=${wait}${after}`)).split('\n').slice(0, -1);
  db.exec('BEGIN IMMEDIATE');
  const size = take(lines, note, { key, changes, subtrees: stored?.subtrees ?? '[]' });
  db.exec('COMMIT');
  wait = lines.length > 0 ? 0 : 30;
  if (lines.length > 0) console.log(`${size} events`);
}

for (;;) {
  try {
    await step();
  } catch (error) {
    if (error instanceof Refused) {
      console.error(error.message);
      process.exit(1);
    }
    if (db.isTransaction) db.exec('ROLLBACK');
    // The server is not there, or the reply was cut off.
    console.error(`${error.message}; trying again`);
    await pause(1000);
  }
}
