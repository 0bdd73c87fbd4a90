import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|mjs|css|html)$/;
const zipped = promisify(gzip);
/** Brotli is at its best by default, gzip is not. */
const WAYS = {
  br: promisify(brotliCompress),
  gz: (content: Buffer) => zipped(content, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Beside each file of the build the same compressed, as small as it gets, once and for all: the gateway would do it less
 * well, again for every visitor.
 */
export function compressedFiles(): Plugin {
  return {
    name: 'outlay:compressed-files',
    apply: 'build',
    // Once all is written: until then others still change what is in the files.
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file));
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file));
          for (const [ending, compress] of Object.entries(WAYS)) {
            await writeFile(join(dir, `${file}.${ending}`), await compress(content));
          }
        }),
      );
    },
  };
}
