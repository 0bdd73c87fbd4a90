import { TRAIL_PREFIXES, type Finding } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { hidden } from './stream-check.js';

const PAGE = 500;
/** The settings in EventStoreDB's stream metadata that hide events from readers. */
const HIDING = ['$tb', '$maxCount', '$maxAge'];

/** Lists streams of which an operator of EventStoreDB has hidden events: readers of all streams still see them. */
export async function* hiddenStreams(events: Pick<EventStore, 'readAll'>): AsyncGenerator<Finding> {
  const prefixes = TRAIL_PREFIXES.map((prefix) => `$$${prefix}`);
  for (let after: string | null = null; ;) {
    const page = await events.readAll({ prefixes, after, limit: PAGE, withSystemEvents: true });
    for (const { stream, data } of page) {
      const settings = typeof data === 'object' && data !== null ? HIDING.filter((name) => name in data) : [];
      if (settings.length === 0) continue;
      yield hidden(stream.slice(2), `was given ${settings.join(' and ')}, which hides events`, data);
    }
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.position;
  }
}
