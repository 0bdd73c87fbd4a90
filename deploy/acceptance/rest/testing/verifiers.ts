import { launchBrowser } from '@outlay/harness';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

/** Runs where the packs are, in one process of Node without the product. */
const LOOP = `
import { open } from 'node:fs/promises';
import { openZip, report } from './verify.mjs';
const lines = [];
for (let n = 0; n < Number(process.argv[2]); n += 1) {
  const file = await open(n + '.zip');
  const { size } = await file.stat();
  const read = async (from, to) => {
    const bytes = new Uint8Array(Math.max(0, to - from));
    await file.read(bytes, 0, bytes.length, from);
    return bytes;
  };
  lines.push((await report(() => openZip({ size, read }))).text);
  await file.close();
}
console.log(JSON.stringify(lines));
`;

/** The verdicts of verify.mjs on `0.zip` and the following. */
export async function verifiedInNode(folder: string, packs: number): Promise<string[]> {
  await writeFile(join(folder, 'loop.mjs'), LOOP);
  const options = { cwd: folder, env: {}, maxBuffer: 2 ** 28 };
  const { stdout } = await promisify(execFile)(process.execPath, ['loop.mjs', String(packs)], options);
  return JSON.parse(stdout) as string[];
}

/** The verdicts of the page, opened from the folder, without a network. */
export async function verifiedInBrowser(folder: string, packs: number): Promise<string[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.context().setOffline(true);
    await page.goto(pathToFileURL(join(folder, 'verify.html')).href);
    const texts: string[] = [];
    for (let n = 0; n < packs; n += 1) {
      await page.locator('#result').evaluate((output) => void (output.textContent = ''));
      await page.locator('#zip').setInputFiles([]);
      await page.locator('#zip').setInputFiles(join(folder, `${n}.zip`));
      texts.push(await page.locator('#result', { hasText: /^(PASS|FAIL)/ }).innerText());
    }
    return texts;
  } finally {
    await browser.close();
  }
}
