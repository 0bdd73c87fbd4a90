/** The process that opens receipts, which a crafted file can end. Node also loads it as TypeScript. */
import { readSync } from 'node:fs';
import { loadHeicCheck } from './heic.js';
import { loadImageCheck } from './image.js';
import { loadPdfCheck } from './pdf.js';
import type { Check } from './verdict.js';

/** Resident bytes. */
const memoryLimit = Number(process.argv[2]);
const MEMORY_CHECK_MS = 10;

/** Each loads its decoder. */
const CHECKS = { pdf: loadPdfCheck, image: loadImageCheck, heic: loadHeicCheck };
/** The kinds of receipts: a PDF, an image that is stored as it is, or a photo that is converted to JPEG. */
export type ReceiptKind = keyof typeof CHECKS;

/** The types of Node lack it. */
declare const WebAssembly: {
  readonly Memory: { readonly prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
};

// Decoders in WebAssembly hold up the event loop, so their memory is bounded where it grows.
const grow = WebAssembly.Memory.prototype.grow;
WebAssembly.Memory.prototype.grow = function (pages) {
  if (this.buffer.byteLength + pages * 65_536 > memoryLimit) giveUp();
  return grow.call(this, pages);
};

/** Ends the process as the kernel does when there is no memory left. An exit would wait for the decoder. */
function giveUp(): void {
  process.kill(process.pid, 'SIGKILL');
}

const loaded: { [Kind in ReceiptKind]?: Promise<Check> } = {};

/** A request without a file only loads the decoder. The bytes of a file follow in a pipe. */
export interface CheckRequest {
  readonly kind: ReceiptKind;
  readonly size?: number;
}

/** The place of the pipe among the descriptors of this process. */
const FILES = 4;

/** Waits for the bytes, since this process does nothing else. */
function nextFile(size: number): Uint8Array {
  const content = new Uint8Array(size);
  for (let read = 0; read < size;) {
    const length = readSync(FILES, content, read, size - read, null);
    if (length === 0) giveUp();
    read += length;
  }
  return content;
}

process.on('message', async ({ kind, size }: CheckRequest) => {
  const check = await (loaded[kind] ??= CHECKS[kind]());
  if (size === undefined) {
    process.send?.('loaded');
    return;
  }
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() > memoryLimit) giveUp();
  }, MEMORY_CHECK_MS);
  // An error ends the process.
  const verdict = await check(nextFile(size));
  clearInterval(watch);
  process.send?.({ verdict, memory: process.memoryUsage.rss() });
});
process.on('disconnect', () => process.exit());
// The process that started this one decides when it ends.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
