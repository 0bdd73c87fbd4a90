import type { Plugin } from 'vite';

/** Most functions of the PDF library are never called. */
const COMPILED_LAZILY = ['draw-pdf'];
/** In characters; smaller chunks compile fast enough without the hint. */
const MIN_LENGTH = 20_000;

/** Makes Chromium compile a chunk on another thread as it downloads: https://v8.dev/blog/explicit-compile-hints */
export function compileAhead(): Plugin {
  return {
    name: 'outlay:compile-ahead',
    apply: 'build',
    generateBundle: {
      // The hint must be the file's first line, where Vite inserts its own.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || file.code.length < MIN_LENGTH || COMPILED_LAZILY.includes(file.name)) continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
