/** SWC compiles the sources: Nest needs decorators with metadata, which Node's type stripping cannot emit. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../prepare.mjs';

const SOURCE = /^file:.*\.ts$/;
const cache = join(root, 'node_modules', '.cache', 'dev-sources');
const swcrc = readFileSync(join(root, '.swcrc'), 'utf8');
const options = JSON.parse(swcrc);
const require = createRequire(import.meta.url);
const { version } = require('@swc/core/package.json');

/** Returns the URLs of the sources and of the package files that they load. */
export function runSources({ isCached = true } = {}) {
  const compile = isCached ? compileCached : compileSource;
  const loaded = { sources: new Set(), packages: new Set() };
  registerHooks({
    resolve(specifier, context, next) {
      if (!SOURCE.test(context.parentURL ?? '')) return next(specifier, context);
      const resolved = next(specifier.startsWith('.') ? specifier.replace(/\.js$/, '.ts') : specifier, context);
      if (resolved.url.includes('/node_modules/')) loaded.packages.add(resolved.url);
      return resolved;
    },
    load(url, context, next) {
      if (!SOURCE.test(url)) return next(url, context);
      loaded.sources.add(url);
      return { format: 'module', source: compile(fileURLToPath(url)), shortCircuit: true };
    },
  });
  return loaded;
}

/** Each source has one cached file; its last line is the hash of the source. */
function compileCached(filename) {
  const source = readFileSync(filename, 'utf8');
  const stamp = `\n//${hash(version, swcrc, source)}`;
  const file = join(cache, hash(filename));
  const cached = readIfExists(file);
  if (cached?.endsWith(stamp)) return cached;
  const code = transform(filename, source);
  mkdirSync(cache, { recursive: true });
  writeFileSync(file, code + stamp);
  return code + stamp;
}

function compileSource(filename) {
  return transform(filename, readFileSync(filename, 'utf8'));
}

function transform(filename, source) {
  // Loading takes a tenth of a second.
  const { transformSync } = require('@swc/core');
  try {
    const settings = { ...options, filename, swcrc: false, sourceMaps: 'inline', inlineSourcesContent: false };
    return transformSync(source, settings).code;
  } catch (error) {
    // The place in the source helps, the compiler's stack does not.
    error.stack = error.message.split('\n\n\nCaused by:')[0];
    throw error;
  }
}

function hash(...texts) {
  return createHash('sha256').update(texts.join('\0')).digest('hex');
}

function readIfExists(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}
