import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** `node main.js expenses`: one part of the product as a process of its own. */
const projectRoot = join(import.meta.dirname, '..', '..', '..');
// Everything else is imported after this, so that it compiles once and not at every start.
enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'compiled'));

try {
  const { runPart } = await import('./part.js');
  await runPart(process.argv[2], process.env, projectRoot);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
