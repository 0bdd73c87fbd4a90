import { systemIds } from '@outlay/time';
import { SeededRandom } from '@outlay/seed';
import { openSmallLog } from '../small-log.js';

/** Appends events to the store in a folder and adds them to its log, until it is killed. Prints when it has continued. */
const [, , folder = '', seed = ''] = process.argv;
const MOST_EVENTS = 400;
const random = new SeededRandom(`log process ${seed}`);
const { events, builder } = await openSmallLog(folder);

async function append(count: number): Promise<void> {
  const batch = Array.from({ length: count }, (_, n) => ({
    id: systemIds.uuid(),
    type: 'Tested',
    data: { n, text: 'x'.repeat(random.int(0, 300)) },
    metadata: {},
  }));
  await events.append(`expense-${systemIds.uuid()}`, batch, 'no-stream');
}

await builder.catchUp();
process.stdout.write('continued\n');
for (;;) await Promise.all([append(random.int(1, MOST_EVENTS)), builder.catchUp()]);
