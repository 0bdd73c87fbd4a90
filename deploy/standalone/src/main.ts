import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

const projectRoot = join(import.meta.dirname, '..', '..', '..');
// Caches the compiled code of two thousand modules; applies to imports after these lines, and to threads.
const compileCache = join(projectRoot, 'node_modules', '.cache', 'compiled');
enableCompileCache(compileCache);
process.env.NODE_COMPILE_CACHE = compileCache;

try {
  const { announceProduct, startProduct } = await import('./product.js');
  await announceProduct(await startProduct(projectRoot));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
