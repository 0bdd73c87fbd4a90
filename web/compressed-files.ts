import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const COMPRESSIBLE = /\.(js|mjs|css|html)$/;
const gzipAsync = promisify(gzip);
/** Brotli compresses best by default, gzip does not. */
const ENCODINGS = {
  br: promisify(brotliCompress),
  gz: (content: Buffer) => gzipAsync(content, { level: constants.Z_BEST_COMPRESSION }),
};

export function compressedFiles(): Plugin {
  return {
    name: 'outlay:compressed-files',
    apply: 'build',
    // Runs after writing, because other plugins still change the files until then.
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.keys(bundle).filter((file) => COMPRESSIBLE.test(file));
      await Promise.all(
        files.map(async (file) => {
          const content = await readFile(join(dir, file));
          for (const [extension, compress] of Object.entries(ENCODINGS)) {
            await writeFile(join(dir, `${file}.${extension}`), await compress(content));
          }
        }),
      );
    },
  };
}
