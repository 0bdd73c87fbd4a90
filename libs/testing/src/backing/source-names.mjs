// Resolves the .js imports of TypeScript sources to .ts files, so that Node can run the sources. Decorators are compiled
// as in the product, because Node only removes types.
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const configFile = fileURLToPath(new URL('../../../../.swcrc', import.meta.url));

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith('.ts') || !/^ *@[A-Z]\w*\(/m.test(String(loaded.source))) return loaded;
    const { transformSync } = require('@swc/core');
    const { code } = transformSync(String(loaded.source), { filename: fileURLToPath(url), configFile });
    return { ...loaded, format: 'module', source: code };
  },
});
