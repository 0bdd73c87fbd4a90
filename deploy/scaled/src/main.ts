import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

/** Runs one part of the product as a process, for example `node main.js expenses`. */
const projectRoot = join(import.meta.dirname, '..', '..', '..');
// Caches compiled code between starts; applies to imports after these lines, and to threads.
const compileCache = join(projectRoot, 'node_modules', '.cache', 'compiled');
enableCompileCache(compileCache);
process.env.NODE_COMPILE_CACHE = compileCache;

try {
  const { runPart } = await import('./part.js');
  await runPart(process.argv[2], process.env, projectRoot);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
