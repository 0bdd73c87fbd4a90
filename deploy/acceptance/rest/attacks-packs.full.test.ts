import { SeededRandom } from '@outlay/seed';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { startOwnCompany } from './testing/company.js';
import { fuzzed } from './testing/forged-packs.js';
import { PACK_SEED } from './testing/pack-trial.js';
import { filesOf, makeHistory, packOf, unpack, type PackFiles } from './testing/proof-packs.js';
import { verifiedInNode } from './testing/verifiers.js';

const PACKS = Number(process.env.PACKS ?? 1000);
const run = promisify(execFile);
const has = (command: string, ...args: string[]) =>
  run(command, args).then(
    () => true,
    () => false,
  );

/** Each file's SHA-256 as Python's zipfile reads it. */
const PYTHON_ZIP = `
import hashlib, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as pack:
    print(json.dumps({name: hashlib.sha256(pack.read(name)).hexdigest() for name in pack.namelist()}))
`;
/** The column of the report with this header, without the header. */
const PYTHON_SHEET = `
import json, sys, openpyxl
rows = list(openpyxl.load_workbook(sys.argv[1]).worksheets[0].iter_rows(values_only=True))
print(json.dumps([row[rows[0].index('Reimbursement')] for row in rows[1:]]))
`;

describe(`proof packs (PACK_SEED=${PACK_SEED})`, () => {
  let folder: string;
  let zip: Buffer;
  let files: PackFiles;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fuzzed-packs-'));
    const company = await startOwnCompany();
    try {
      const { payment } = await makeHistory(company);
      zip = await packOf(company, { payment }, `payment-${payment}`, 1);
    } finally {
      await company.close();
    }
    files = await filesOf(zip);
    await unpack(files, folder);
    await writeFile(join(folder, 'pack.zip'), zip);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it(`are found, all ${PACKS} that were altered as zip, as JSON or as spreadsheet`, async () => {
    const random = new SeededRandom(`${PACK_SEED} fuzzed`);
    const done: string[] = [];
    for (let n = 0; n < PACKS; n += 1) {
      const { what, zip: altered } = await fuzzed(files, zip, random);
      await writeFile(join(folder, `${n}.zip`), altered);
      done.push(what);
    }
    const texts = await verifiedInNode(folder, PACKS);
    expect(texts.flatMap((text, n) => (text.startsWith('FAIL: ') ? [] : [[n, done[n], text]]))).toEqual([]);
  }, 600_000);

  it('are the same files to unzip and to Python', async (): Promise<void> => {
    const manifest = JSON.parse(String(files.get('manifest.json'))) as { files: { path: string; sha256: string }[] };
    if (await has('unzip', '-v')) {
      expect((await run('unzip', ['-tq', join(folder, 'pack.zip')])).stdout).toContain('No errors detected');
      for (const [path, bytes] of files) {
        const options = { encoding: 'buffer', maxBuffer: 2 ** 28 } as const;
        const { stdout } = await run('unzip', ['-p', join(folder, 'pack.zip'), path], options);
        expect([path, stdout.equals(bytes)]).toEqual([path, true]);
      }
    } else console.warn('Not compared with unzip, which is not installed.');
    if (await has('python3', '--version')) {
      const { stdout } = await run('python3', ['-c', PYTHON_ZIP, join(folder, 'pack.zip')]);
      const { 'manifest.json': _, ...seen } = JSON.parse(stdout) as Record<string, string>;
      expect(seen).toEqual(Object.fromEntries(manifest.files.map(({ path, sha256 }) => [path, sha256])));
    } else console.warn('Not compared with Python, which is not installed.');
  });

  it('have a report with the figures of expenses.csv to openpyxl and LibreOffice', async () => {
    const [path = ''] = [...files.keys()].filter((name) => name.startsWith('report/'));
    const expected = figures(String(files.get('expenses.csv')), 'reimbursement');
    const python = await firstWith(['python3', '/usr/bin/python3'], '-c', 'import openpyxl');
    if (python) {
      const { stdout } = await run(python, ['-c', PYTHON_SHEET, join(folder, path)]);
      expect(inOrder(JSON.parse(stdout) as number[])).toEqual(expected);
    } else console.warn('Not compared with openpyxl, which is not installed.');
    if (await has('soffice', '--version')) {
      await run('soffice', ['--headless', '--convert-to', 'csv', '--outdir', folder, join(folder, path)]);
      const text = await readFile(join(folder, basename(path).replace(/xlsx$/, 'csv')), 'utf8');
      expect(figures(text, 'Reimbursement')).toEqual(expected);
    } else console.warn('Not compared with LibreOffice, which is not installed.');
  });
});

const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b);

/** The numbers in the column of a table as CSV. */
function figures(csv: string, header: string): number[] {
  const [first = [], ...rows] = [...csv.matchAll(/(?:^|(?<=\n))((?:"(?:[^"]|"")*"|[^"\n])*)\n/g)].map(([, line = '']) =>
    [...line.trimEnd().matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^",]*))/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? '',
    ),
  );
  return inOrder(rows.map((row) => Number(row[first.indexOf(header)]?.replaceAll(',', ''))));
}

async function firstWith(commands: readonly string[], ...args: string[]): Promise<string | null> {
  for (const command of commands) if (await has(command, ...args)) return command;
  return null;
}
