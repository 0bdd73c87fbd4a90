import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');

/** The verifier for Node, and a page with the same code. */
export async function verifierFiles(): Promise<Record<'verify.mjs' | 'verify.html', string>> {
  const [source, page] = await Promise.all([read('verify.mjs'), read('verify.html')]);
  return { 'verify.mjs': source, 'verify.html': page.replace('/* verify.mjs */', () => source) };
}
