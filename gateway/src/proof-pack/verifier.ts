import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');

/** The verifier for Node, and a page with the same code. Each names the other, so that neither can be replaced alone. */
export async function verifierFiles(): Promise<Record<'verify.mjs' | 'verify.html', string>> {
  const [source, page] = await Promise.all([read('verify.mjs'), read('verify.html')]);
  const code = source.replace('SHA-256 of verify.html', createHash('sha256').update(page).digest('hex'));
  return { 'verify.mjs': code, 'verify.html': page.replace('/* verify.mjs */', () => code) };
}
