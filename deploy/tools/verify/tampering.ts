import { DatabaseSync } from 'node:sqlite';
import { MARK } from '@outlay/composition';
import { expenseEventSchemas, paymentEventSchemas } from '@outlay/contracts';
import type { SeededRandom } from '@outlay/seed';

interface StoredEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

const TYPES = Object.keys({ ...expenseEventSchemas, ...paymentEventSchemas });
const COLUMNS = 'position, stream, revision, type, data, metadata';

/** What a person with access to the file may alter in one event. */
const ALTERATIONS: Readonly<Record<string, (file: EventFile, event: StoredEvent, random: SeededRandom) => void>> = {
  'its data': (file, event, random) => file.set(event, 'data', alterJson(event.data, random)),
  'its metadata': (file, event, random) => file.set(event, 'metadata', alterJson(event.metadata, random)),
  'its actor': (file, event) =>
    file.set(
      event,
      'metadata',
      withMetadata(event, { actor: { id: 'x', email: 'x@example.org', role: 'super_admin' } }),
    ),
  'its time': (file, event) => file.set(event, 'metadata', withMetadata(event, { at: '2020-01-01T00:00:00.000Z' })),
  'its type': (file, event, random) => file.set(event, 'type', random.pick(others(TYPES, event.type))),
  'its id': (file, event) => file.set(event, 'id', '00000000-0000-4000-8000-000000000000'),
  'its position in its stream': (file, event, random) => file.exchangeRevisions(event, file.sameStream(event, random)),
  'its stream': (file, event, random) => file.exchangeContents(event, file.otherStream(event, random)),
  'its existence': (file, event) => file.remove(event),
};
const KINDS = Object.keys(ALTERATIONS);

export function alterOneEvent(path: string, index: number, random: SeededRandom): string {
  const file = new EventFile(path);
  try {
    const kind = KINDS[index % KINDS.length] ?? '';
    const event = file.any(random, kind === 'its position in its stream');
    ALTERATIONS[kind]?.(file, event, random);
    return `${kind}: ${event.stream.split('-')[0]} event ${event.revision} of ${file.length(event)}, ${event.type}`;
  } finally {
    file.close();
  }
}

class EventFile {
  private readonly database: DatabaseSync;
  private readonly events: StoredEvent[];

  constructor(path: string) {
    this.database = new DatabaseSync(path);
    this.events = this.database
      .prepare(`SELECT ${COLUMNS} FROM events WHERE stream <> '${MARK}' ORDER BY position`)
      .all()
      .map((row) => ({
        position: Number(row.position),
        stream: String(row.stream),
        revision: Number(row.revision),
        type: String(row.type),
        data: String(row.data),
        metadata: String(row.metadata),
      }));
  }

  any(random: SeededRandom, notAlone: boolean): StoredEvent {
    return pickFrom(notAlone ? this.events.filter((event) => this.length(event) > 1) : this.events, random);
  }

  sameStream({ stream, revision }: StoredEvent, random: SeededRandom): StoredEvent {
    return pickFrom(
      this.events.filter((event) => event.stream === stream && event.revision !== revision),
      random,
    );
  }

  otherStream({ stream }: StoredEvent, random: SeededRandom): StoredEvent {
    return pickFrom(
      this.events.filter((event) => event.stream !== stream),
      random,
    );
  }

  length({ stream }: StoredEvent): number {
    return this.events.filter((event) => event.stream === stream).length;
  }

  set({ position }: StoredEvent, column: 'id' | 'type' | 'data' | 'metadata', value: string): void {
    this.database.prepare(`UPDATE events SET ${column} = ? WHERE position = ?`).run(value, position);
  }

  exchangeRevisions(a: StoredEvent, b: StoredEvent): void {
    const move = this.database.prepare('UPDATE events SET revision = ? WHERE position = ?');
    move.run(-1, a.position);
    move.run(a.revision, b.position);
    move.run(b.revision, a.position);
  }

  exchangeContents(a: StoredEvent, b: StoredEvent): void {
    for (const column of ['type', 'data', 'metadata'] as const) {
      this.set(a, column, b[column]);
      this.set(b, column, a[column]);
    }
  }

  remove({ position }: StoredEvent): void {
    this.database.prepare('DELETE FROM events WHERE position = ?').run(position);
  }

  close(): void {
    this.database.close();
  }
}

function alterJson(json: string, random: SeededRandom): string {
  const leaves: { holder: Record<string, unknown>; key: string }[] = [];
  const walk = (holder: Record<string, unknown>) => {
    for (const [key, value] of Object.entries(holder)) {
      if (typeof value === 'object' && value !== null) walk(value as Record<string, unknown>);
      else leaves.push({ holder, key });
    }
  };
  const root = JSON.parse(json) as Record<string, unknown>;
  walk(root);
  const { holder, key } = leaves.length > 0 ? pickFrom(leaves, random) : { holder: root, key: 'forged' };
  const value = holder[key];
  holder[key] = typeof value === 'number' ? value + 1 : typeof value === 'boolean' ? !value : `${value ?? ''}1`;
  return JSON.stringify(root);
}

function withMetadata({ metadata }: StoredEvent, change: object): string {
  return JSON.stringify({ ...JSON.parse(metadata), ...change });
}

function others(items: readonly string[], item: string): [string, ...string[]] {
  const [first = '', ...rest] = items.filter((other) => other !== item);
  return [first, ...rest];
}

function pickFrom<T>(items: readonly T[], random: SeededRandom): T {
  const [first, ...rest] = items;
  if (first === undefined) throw new Error('There is no event to alter');
  return random.pick([first, ...rest]);
}
