// Starts a server of the kind in argv[2], prints its URL and keeps running.
import { backing } from './backing.ts';

const found = await backing(process.argv[2], { own: true });
if (found.missing !== null) {
  console.error(found.missing);
  process.exit(1);
}
const { url } = await found.start();
process.stdout.write(`${url}\n`);
setInterval(() => {}, 60_000);
