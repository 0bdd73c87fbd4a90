import { DatabaseSync } from 'node:sqlite';
import { extname } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteThreadData } from '@outlay/sqlite';
import type { ThreadAnswer } from '@outlay/concurrency';
import type { EventHashes } from '../event-store.js';
import type { Query } from './prefix-query.js';

// The entry of a thread, which Node also loads as TypeScript: it finds the other file by its own extension.
const { eventHash } = (await import(
  `../event-hash${extname(import.meta.filename)}`
)) as typeof import('../event-hash.js');

const HASH_BYTES = 32;
const { file, busyTimeoutMs } = workerData as SqliteThreadData;
const connection = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });

/** @throws SyntaxError on an event whose data or metadata are not JSON */
function read({ sql, parameters }: Query): EventHashes {
  const rows = connection.prepare(sql).all(...parameters);
  const hashes = Buffer.alloc(rows.length * HASH_BYTES);
  const positions = rows.map(({ position, stream, revision, id, type, data, metadata }, at) => {
    const content = { data: JSON.parse(String(data)) as unknown, metadata: JSON.parse(String(metadata)) as unknown };
    const event = {
      stream: String(stream),
      revision: Number(revision),
      id: String(id),
      type: String(type),
      ...content,
    };
    hashes.write(eventHash(event), at * HASH_BYTES, 'hex');
    return String(position);
  });
  return { positions, hashes };
}

const answer = (answer: ThreadAnswer<EventHashes>) => parentPort?.postMessage(answer);

parentPort?.on('message', (query: Query) => {
  try {
    answer({ result: read(query) });
  } catch (error) {
    answer({ error: String(error) });
  }
});
