import type { Plugin } from 'vite';

/** Little of the PDF library is ever called. */
const COMPILED_WHEN_CALLED = ['draw-pdf'];
/** In characters: what is shorter is compiled in no time, and would be longer for saying so. */
const LONG = 20_000;

/**
 * Tells the browser that a long file's functions are all needed: Chromium then compiles them while the file comes, on another
 * thread, instead of each at its first call, when somebody waits for it. Others read a comment.
 * @see https://v8.dev/blog/explicit-compile-hints
 */
export function compileAhead(): Plugin {
  return {
    name: 'outlay:compile-ahead',
    apply: 'build',
    generateBundle: {
      // It counts only as a file's very first line, where Vite puts one of its own.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || file.code.length < LONG || COMPILED_WHEN_CALLED.includes(file.name)) continue;
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
        }
      },
    },
  };
}
