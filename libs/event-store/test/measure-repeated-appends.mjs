// Prints how long 20 equal appends at once take on the EventStoreDB of argv[2], sent by one process and by two.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { openEventStore } from '../src/index.ts';

const ROUNDS = 100;
const AT_ONCE = 20;

const [url, role = 'first'] = process.argv.slice(2);
const store = await openEventStore({ url, file: '' });

async function appendAtOnce({ stream, event }) {
  const started = performance.now();
  const append = () => store.append(stream, [event], 'no-stream').then(() => performance.now() - started);
  return Promise.all(Array.from({ length: AT_ONCE }, append));
}

async function measure(name, appendAll) {
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const stream = `measured-${randomUUID()}`;
    times.push(...(await appendAll({ stream, event: { id: randomUUID(), type: 'Measured', data: {}, metadata: {} } })));
    if ((await store.readStream(stream)).length !== 1) throw new Error(`${stream} was not written once`);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(share * (times.length - 1))].toFixed(0).padStart(5);
  console.log(
    `${name.padEnd(20)} p50 ${at(0.5)} ms  p99 ${at(0.99)} ms  longest ${at(1)} ms  (${times.length} appends)`,
  );
}

if (role === 'second') {
  process.on('message', async (request) => process.send(await appendAtOnce(request)));
  process.on('disconnect', () => store.close());
  process.send('ready');
} else {
  const second = fork(import.meta.filename, [url, 'second']);
  await once(second, 'message');
  await appendAtOnce({
    stream: `measured-${randomUUID()}`,
    event: { id: randomUUID(), type: 'Warmed', data: {}, metadata: {} },
  });
  await measure('by one process', appendAtOnce);
  await measure('by two processes', async (request) => {
    const replied = once(second, 'message');
    second.send(request);
    const [own, [others]] = await Promise.all([appendAtOnce(request), replied]);
    return [...own, ...others];
  });
  second.disconnect();
  await store.close();
}
