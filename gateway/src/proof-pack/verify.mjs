/**
 * Verifies a proof pack without server, network or dependency (docs/consumers.md).
 *
 *   node verify.mjs [pack.zip, or the folder it was unpacked into] [--key <the public key that you keep>]
 *
 * Node 20 or later; in a browser, verify.html has the same code. Prints PASS, or the first thing that is wrong, and ends
 * with 0 or 1. It shares no code with Outlay.
 *
 * Of the same events there is one pack only: each file follows from the events, or has its hash in one of them, and the zip
 * follows from the files, byte for byte. So every program that reads the pack sees what was verified.
 */

/** The hash of verify.html without this code; Outlay fills it in. */
const PAGE_SHA256 = 'SHA-256 of verify.html';

class Wrong extends Error {}
const check = (holds, finding) => {
  if (!holds) throw new Wrong(finding);
};
/** Compares two lists of texts, in order. */
const sameLists = (found, expected, missing, extra) => {
  const [has, needs] = [new Set(found), new Set(expected)];
  for (const each of expected) check(has.has(each), missing(each));
  for (const each of found) check(needs.has(each), extra(each));
  check(has.size === found.length && needs.size === expected.length, 'A name is there twice');
};
const same = (found, expected, what) =>
  check(Object.is(found, expected), `${what} is ${JSON.stringify(found)}, and should be ${JSON.stringify(expected)}`);

// Bytes

const utf8 = new TextEncoder();
const textOf = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
const concat = (...parts) => {
  const all = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest('SHA-256', concat(...parts)));
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const base64 = (bytes) => btoa(String.fromCharCode(...bytes));
const fromBase64 = (text, what) => {
  let bytes = null;
  try {
    bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
  } catch {
    // The text is not base64; the check below says so.
  }
  check(bytes !== null && base64(bytes) === text, `${what} is not base64: ${text}`);
  return bytes;
};
const parse = (text, what) => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Wrong(`${what} is not JSON`);
  }
};

/** RFC 8785. */
function canonical(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  const names = Object.keys(value).sort();
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`)}}`;
}

// Exact decimals: a number of units of 10^-places

function decimal(text, what) {
  const [, sign, whole, fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  check(whole !== undefined, `${what} is no decimal: ${JSON.stringify(text)}`);
  const units = BigInt(whole + fraction);
  return { units: sign ? -units : units, places: fraction.length };
}
const scaled = ({ units, places }, to) => units * 10n ** BigInt(to - places);

/** Half up, which is away from zero. */
function divided(dividend, divisor) {
  const [over, under] = [dividend < 0n ? -dividend : dividend, divisor < 0n ? -divisor : divisor];
  const rounded = (2n * over + under) / (2n * under);
  return dividend < 0n === divisor < 0n ? rounded : -rounded;
}

function format(units, places) {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const fraction = places === 0 ? '' : `.${digits.slice(-places)}`;
  return (units < 0n ? '-' : '') + digits.slice(0, digits.length - places) + fraction;
}

function product(a, b, what) {
  const [left, right] = [decimal(a, what), decimal(b, what)];
  return format(divided(left.units * right.units * 100n, 10n ** BigInt(left.places + right.places)), 2);
}

function quotient(a, b, places, what) {
  const [over, under] = [decimal(a, what), decimal(b, what)];
  check(under.units !== 0n, `${what} is zero`);
  const most = Math.max(over.places, under.places);
  return format(divided(scaled(over, most) * 10n ** BigInt(places), scaled(under, most)), places);
}

function sum(values, what) {
  const all = values.map((value) => decimal(value, what));
  const places = Math.max(2, ...all.map((each) => each.places));
  return format(
    all.reduce((total, each) => total + scaled(each, places), 0n),
    places,
  );
}
const equal = (a, b) => sum([a, `-${b}`.replace('--', '')], 'A sum').replace(/[-0.]/g, '') === '';

// The log

/** `name+id+key`, c2sp.org/signed-note. */
async function openKey(text) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)\n$/.exec(text) ?? [];
  check(encoded !== undefined, 'log.key is no public key');
  const bytes = fromBase64(encoded, 'log.key');
  check(bytes.length === 33 && bytes[0] === 1, 'log.key is no Ed25519 key');
  const hashed = await sha256(utf8.encode(`${name}\n`), bytes);
  same(id, hex(hashed.slice(0, 4)), 'The id of log.key');
  return { name, id, bytes: bytes.slice(1) };
}

/** c2sp.org/tlog-checkpoint, with the signature of the log alone. */
async function openCheckpoint(note, key) {
  const end = note.indexOf('\n\n') + 1;
  const [, name, encoded] = /^— (\S+) (\S+)\n$/.exec(note.slice(end + 1)) ?? [];
  check(end > 0 && encoded !== undefined, 'checkpoint.note is no signed note');
  same(name, key.name, 'Who signed checkpoint.note');
  const signature = fromBase64(encoded, 'The signature of checkpoint.note');
  same(hex(signature.slice(0, 4)), key.id, 'The key that signed checkpoint.note');
  const publicKey = await crypto.subtle.importKey('raw', key.bytes, { name: 'Ed25519' }, false, ['verify']);
  const signed = utf8.encode(note.slice(0, end));
  const holds = await crypto.subtle.verify({ name: 'Ed25519' }, publicKey, signature.slice(4), signed);
  check(holds, 'The signature of checkpoint.note does not hold');
  const [origin, size, root] = note.split('\n');
  same(origin, key.name, 'The origin of checkpoint.note');
  check(/^[1-9]\d{0,14}$/.test(size), 'checkpoint.note has no size');
  return { origin, size: Number(size), root };
}

/** RFC 6962: the proof has the hashes of the subtrees without any of the leaves, from left to right. */
async function rootOf(leaves, size, proof) {
  const numbers = [...leaves.keys()];
  let [next, used] = [0, 0];
  const walk = async (from, to) => {
    if ((numbers[next] ?? size) >= to) {
      check(used < proof.length, 'proof.json has too few hashes');
      return fromBase64(proof[used++], 'A hash of proof.json');
    }
    if (to - from === 1) return leaves.get(numbers[next++]);
    let left = 1;
    while (left * 2 < to - from) left *= 2;
    const below = await walk(from, from + left);
    return sha256([1], below, await walk(from + left, to));
  };
  const root = await walk(0, size);
  same(used, proof.length, 'The number of hashes that proof.json needs');
  return base64(root);
}

/** Each event against its hash, its place in its stream and its leaf. */
async function readEvents(text, size) {
  const [leaves, streams] = [new Map(), new Map()];
  let last = -1;
  check(text === '' || text.endsWith('\n'), 'events.ndjson ends within a line');
  for (const line of text.split('\n').slice(0, -1)) {
    const event = parse(line, `A line of events.ndjson after leaf ${last}`);
    check(typeof event === 'object' && event !== null, `A line of events.ndjson after leaf ${last} is no event`);
    const { leaf, stream, revision, id, type, version, at, actor, data, metadata, hash, ...rest } = event;
    const where = `Leaf ${leaf}, revision ${revision} of ${stream} (${type})`;
    same(JSON.stringify(rest), '{}', `What ${where} has beyond an event`);
    same(line, canonical(event), `The line of events.ndjson after leaf ${last}`);
    check(Number.isSafeInteger(leaf) && leaf > last && leaf < size, `${where} is not after leaf ${last}`);
    last = leaf;
    const entry = await sha256(utf8.encode(canonical({ stream, revision, id, type, data, metadata })));
    check(hex(entry) === hash, `${where} was altered: its hash is ${hex(entry)}, and was ${hash}`);
    check(metadata !== null && typeof metadata === 'object', `${where} is unreadable`);
    same(canonical([version, at, actor]), canonical([metadata.schemaVersion, metadata.at, metadata.actor]), where);
    const events = streams.get(stream) ?? [];
    streams.set(stream, events);
    check(revision === events.length, `${where} comes instead of revision ${events.length}`);
    same(metadata.previousHash, events.at(-1)?.hash ?? null, `The hash of the event before ${where}`);
    events.push(event);
    leaves.set(leaf, await sha256([0], entry));
  }
  return { leaves, streams };
}

// Expenses and payments

const SAVED = { ExpenseDrafted: 'draft', ExpenseSubmitted: 'submitted', ExpenseRevised: 'submitted' };
const DECIDED = { ExpenseApproved: 'approved', ExpenseRejected: 'rejected', ExpenseReverted: 'submitted' };

function step(claim, { type, data, actor }, where) {
  if (Object.hasOwn(SAVED, type)) {
    const { details, rate, reimbursementCurrency: into, opening } = data;
    const { id = opening?.expenseId ?? '', owner = opening?.owner ?? { ...actor } } = claim ?? {};
    const receipt = claim?.receipt ?? null;
    return { id, owner, receipt, status: SAVED[type], details, rate, into, override: null, entered: null };
  }
  if (type === 'DraftDeleted') return null;
  check(claim !== null, `${where}: there is no expense`);
  if (Object.hasOwn(DECIDED, type)) return { ...claim, status: DECIDED[type] };
  switch (type) {
    case 'ReceiptAttached':
      return { ...claim, receipt: data.receipt };
    case 'ReceiptRemoved':
      return { ...claim, receipt: null };
    case 'RateOverridden':
      return { ...claim, override: data.rate };
    case 'DuplicateWarningDismissed':
    case 'QuestionAsked':
    case 'QuestionAnswered':
      return claim;
    case 'ExpensePaid':
      return { ...claim, status: 'paid', payment: data.paymentId };
    case 'ExpenseAmendedByAdmin':
      return amended(claim, data);
    default:
      throw new Wrong(`${where} is of an unknown type, ${type}`);
  }
}

function amended(claim, { original, overrideCleared, metadata, reimbursement }) {
  const { amount, currency, date } = original ?? claim.details;
  const recomputed = original !== undefined || overrideCleared === true;
  return {
    ...claim,
    details: { ...claim.details, amount, currency, date, ...metadata },
    rate: original?.rate ?? claim.rate,
    override: overrideCleared ? null : claim.override,
    entered: reimbursement?.amount ?? (recomputed ? null : claim.entered),
  };
}

function checkLegs(rate, where) {
  if (!rate?.legs) return;
  const [from, to] = rate.legs;
  const { places } = decimal(rate.rate, `The rate of ${where}`);
  const computed = quotient(to.perEur, from.perEur, places, `A leg of the rate of ${where}`);
  check(equal(rate.rate, computed), `The rate of ${where} is ${rate.rate}, and its legs make ${computed}`);
}

function rowOf(stream, events, { details, rate, ...claim }) {
  const applied = claim.override ?? rate?.rate ?? null;
  const computed = applied === null || details.amount === null ? '' : product(details.amount, applied, stream);
  return {
    expense_id: claim.id,
    stream,
    revision: String(events.length - 1),
    status: claim.status,
    owner: claim.owner.email,
    date: details.date ?? '',
    amount: details.amount ?? '',
    currency: details.currency ?? '',
    rate: rate?.rate ?? '',
    rate_source: rate?.source ?? '',
    rate_date: rate?.effectiveDate ?? '',
    rate_legs: (rate?.legs ?? []).map((leg) => `${leg.perEur} ${leg.currency} (${leg.source})`).join(' / '),
    override: claim.override ?? '',
    entered: claim.entered ?? '',
    reimbursement: claim.entered ?? computed,
    reimbursement_currency: claim.into,
    receipt_sha256: claim.receipt?.sha256 ?? '',
    payment: claim.payment ?? '',
  };
}

/** The line of expenses.csv for each expense, and the receipts. */
export function foldExpenses(streams) {
  const [rows, receipts] = [new Map(), new Map()];
  for (const [stream, events] of streams) {
    if (!stream.startsWith('expense-')) continue;
    let claim = null;
    for (const event of events) {
      const where = `Revision ${event.revision} of ${stream}`;
      claim = step(claim, event, where);
      checkLegs(claim?.rate, where);
      if (event.type === 'ReceiptAttached') addReceipt(receipts, event.data.receipt);
    }
    if (claim) rows.set(stream, rowOf(stream, events, claim));
  }
  return { rows, receipts };
}

/** Paths by SHA-256. */
function addReceipt(receipts, { sha256: sha, contentType }) {
  check(/^[0-9a-f]{64}$/.test(sha), `${JSON.stringify(sha)} is no SHA-256 of a receipt`);
  const path = `receipts/${sha}.${contentType.replace(/^.*\/|\W/g, '')}`;
  const known = receipts.get(sha);
  if (known === undefined || path < known) receipts.set(sha, path);
}

/** The totals of the payments whose expenses are all in the pack. */
export function totalsOf(streams, rows) {
  const totals = [];
  for (const [stream, events] of streams) {
    const id = stream.replace(/^payment-/, '');
    if (id === stream) continue;
    const types = events.map(({ type }) => type).join(' ');
    check(/^PaymentStarted( PaymentCompleted( ReportMade)*)?$/.test(types), `${stream} has the events ${types}`);
    const completed = events.find(({ type }) => type === 'PaymentCompleted');
    if (!completed) continue;
    const paid = completed.data.paid.map((expense) => rows.get(`expense-${expense}`));
    if (paid.includes(undefined)) continue;
    const { currency } = events[0].data;
    for (const row of paid) {
      same(row.payment, id, `The payment of ${row.expense_id}`);
      same(row.reimbursement_currency, currency, `The currency in which ${row.expense_id} was paid`);
    }
    totals.push({
      id,
      currency,
      paid,
      report: events.findLast(({ type }) => type === 'ReportMade')?.data ?? null,
      total: sum(
        paid.map((row) => row.reimbursement),
        stream,
      ),
    });
  }
  return totals;
}

// Tables

const cell = (text) => `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

function checkTable(text, rows, totals) {
  const sorted = [...rows.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
  const sums = totals
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .map(({ id, currency, total }) => ({
      expense_id: 'Total',
      reimbursement: total,
      reimbursement_currency: currency,
      payment: id,
    }));
  const names = text.slice(0, text.indexOf('\r\n')).split(',');
  same(names.join(), COLUMNS, 'The first line of expenses.csv');
  const lines = text.split('\r\n');
  same(lines.pop(), '', 'The end of expenses.csv');
  [...sorted, ...sums].forEach((row, at) => {
    const expected = names.map((name) => cell(row[name] ?? '')).join();
    same(lines[at + 1], expected, `Line ${at + 2} of expenses.csv`);
  });
  same(lines.length, sorted.length + sums.length + 1, 'The number of lines of expenses.csv');
}
const COLUMNS =
  'expense_id,stream,revision,status,owner,date,amount,currency,rate,rate_source,rate_date,rate_legs,override,entered,' +
  'reimbursement,reimbursement_currency,receipt_sha256,payment';

const ENTITIES = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const decoded = (xml) =>
  xml.replace(/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi, (all, dec, hexa, name) => {
    if (name) return ENTITIES[name] ?? all;
    return String.fromCodePoint(dec ? Number(dec) : parseInt(hexa, 16));
  });

/** The report that was made when it was paid, against its hash, and each figure and the total against the events. */
async function checkReport(bytes, { id, currency, paid, total, report: made }) {
  same(hex(await sha256(bytes)), made.spreadsheet.sha256, `The SHA-256 of the report of payment ${id}`);
  const xml = textOf(await partOf(bytes, 'xl/worksheets/sheet1.xml'));
  const isShared = (cell) => /^<c [^>]*t="s"/.test(cell);
  const strings = textOf(await partOf(bytes, 'xl/sharedStrings.xml'));
  const shared = [...strings.matchAll(/<si>(.*?)<\/si>/gs)].map(([, string]) => string);
  const contentOf = (element) => /<[vt](?: [^>]*)?>(.*?)<\/[vt]>/s.exec(element)?.[1] ?? '';
  const rows = [...xml.matchAll(/<row [^>]*?(?:\/>|>(.*?)<\/row>)/gs)].map(([, row = '']) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+"[^>]*?(?:\/>|>(.*?)<\/c>)/gs)].map(([cell, column, content = '']) => [
        column,
        decoded(contentOf(isShared(cell) ? (shared[Number(contentOf(content))] ?? '') : content)),
      ]),
    ),
  );
  const columnOf = (header) => Object.keys(rows[0] ?? {}).find((column) => rows[0][column] === header) ?? header;
  const [name, amount, unit] = ['Expense ID', 'Reimbursement', 'Reimbursement Currency'].map(columnOf);
  same(rows.length, paid.length + 2, `The number of rows of the report of payment ${id}`);
  [...paid, { reimbursement: total }].forEach((row, at) => {
    const found = rows[at + 1];
    const what = `Row ${at + 2} of the report`;
    if (row.expense_id !== undefined) same(found[name], row.expense_id, `The expense id in ${what.toLowerCase()}`);
    check(equal(found[amount] ?? '', row.reimbursement), `${what} has ${found[amount]}, not ${row.reimbursement}`);
    same(found[unit], currency, `The currency in ${what.toLowerCase()}`);
  });
}

// The selection

const ID = /^[\w-]{1,80}$/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const SELECTORS = {
  payment: { payment: ID },
  expense: { expense: ID },
  person: { person: ID },
  from: { from: DAY, to: DAY },
};

function checkSelection(selector, streams, totals) {
  const [kind] = Object.keys(selector);
  check(Object.hasOwn(SELECTORS, kind), `The manifest selects by ${JSON.stringify(kind)}`);
  same(Object.keys(selector).join(), Object.keys(SELECTORS[kind]).join(), 'What the manifest selects by');
  for (const [name, form] of Object.entries(SELECTORS[kind]))
    check(typeof selector[name] === 'string' && form.test(selector[name]), `The ${name} of the manifest is none`);
  if (kind === 'payment') {
    const payment = totals.find(({ id }) => id === selector.payment);
    check(payment, `The pack is of payment ${selector.payment}, and does not have all of it`);
    const named = streams.get(`payment-${payment.id}`)[0].data.expenses.map((id) => `expense-${id}`);
    sameLists(
      [...streams.keys()],
      [`payment-${payment.id}`, ...named],
      (stream) => `The pack lacks ${stream} of its payment`,
      (stream) => `${stream} is no part of the payment`,
    );
    return payment;
  }
  const inPack = {
    expense: (stream) => stream === `expense-${selector.expense}` || stream.startsWith('payment-'),
    person: (stream, events) => isOf(selector.person, stream, events),
    from: (_, events) => events.some(({ at }) => at.slice(0, 10) >= selector.from && at.slice(0, 10) <= selector.to),
  }[kind];
  if (kind === 'expense') check(streams.has(`expense-${selector.expense}`), 'The pack lacks its expense');
  for (const [stream, events] of streams) check(inPack(stream, events), `${stream} is not what the manifest selects`);
  return null;
}

function isOf(person, stream, [{ data }]) {
  const named = data?.opening?.owner.id ?? data?.user?.id;
  return stream === `account-${person}` || stream.startsWith(`access-${person}-`) || named === person;
}

// The pack

const MANIFEST = 'manifest.json';

/** The selection is the only part of the manifest that no other file proves. */
function readManifest(text) {
  const manifest = parse(text, MANIFEST);
  const names = 'format,version,selector,checkpoint,streams,missing,files';
  same(Object.keys(manifest ?? {}).join(), names, 'What manifest.json has');
  same(manifest.format, 'outlay-proof-pack', 'The format');
  same(manifest.version, 2, 'The version of the format');
  same(manifest.missing?.join('; '), '', 'What Outlay could not put into the pack');
  return manifest;
}

/** The manifest as it must be. */
function manifestOf(selector, checkpoint, streams, files) {
  const counts = [...streams].map(([stream, { length }]) => [stream, length]).sort(([a], [b]) => (a < b ? -1 : 1));
  const manifest = {
    format: 'outlay-proof-pack',
    version: 2,
    selector,
    checkpoint,
    streams: Object.fromEntries(counts),
    missing: [],
    files: files.map(({ path, size, hash }) => ({ path, size, sha256: hash })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** The files that the pack must have, in their order. */
const pathsOf = (payment, receipts) => [
  'checkpoint.note',
  'events.ndjson',
  'expenses.csv',
  'log.key',
  'proof.json',
  'verify.mjs',
  'verify.html',
  ...(payment?.report ? [`report/${payment.report.filename}`] : []),
  ...[...receipts.values()].sort(),
  MANIFEST,
];

/** The size and hash of each file; contents are kept of small files only. */
async function readFiles(pack) {
  const files = new Map();
  for (const path of pack.names) {
    const bytes = await pack.read(path);
    const hash = hex(await sha256(bytes));
    files.set(path, { path, size: bytes.length, hash, bytes: path.startsWith('receipts/') ? null : bytes });
  }
  return files;
}

function fileText(files, path) {
  const { bytes } = files.get(path) ?? {};
  check(bytes, `The pack lacks ${path}`);
  return textOf(bytes);
}

/** The log does not prove this code, so the pack must contain the code that runs. */
async function checkVerifier(source, page) {
  const differs = 'The verifier in the pack is not this one. It was altered, or is that of another release of Outlay';
  const [begin, end] = ['<script type="module">', '</' + 'script>'];
  if (globalThis.document) {
    const own = document.querySelector('script[type=module]').textContent;
    check(page.slice(page.indexOf(begin) + begin.length, page.lastIndexOf(end)) === own, differs);
  } else {
    const { readFile } = await import('node:fs/promises');
    check((await readFile(new URL(import.meta.url), 'utf8')) === source, differs);
  }
  const around = page.split(source);
  check(around.length === 2, 'verify.html does not have the code of verify.mjs');
  same(hex(await sha256(utf8.encode(around.join('/* verify.mjs */')))), PAGE_SHA256, 'The SHA-256 of verify.html');
}

/**
 * @param pack `{ names, read(name) }`
 * @param keptKey the public key that somebody kept
 * @returns what was verified, in one line, and what is in the pack; throws an Error with the first thing that is wrong
 */
export async function verifyPack(pack, keptKey = null) {
  check(pack.names.includes(MANIFEST), `There is no ${MANIFEST}: this is no proof pack`);
  const files = await readFiles(pack);
  const manifest = readManifest(fileText(files, MANIFEST));
  const keyText = fileText(files, 'log.key');
  if (keptKey !== null) same(keyText.trim(), keptKey.trim(), 'The key of the log');
  const checkpoint = await openCheckpoint(fileText(files, 'checkpoint.note'), await openKey(keyText));
  const { leaves, streams } = await readEvents(fileText(files, 'events.ndjson'), checkpoint.size);
  await checkProof(fileText(files, 'proof.json'), leaves, checkpoint);
  const { rows, receipts } = foldExpenses(streams);
  const totals = totalsOf(streams, rows);
  checkTable(fileText(files, 'expenses.csv'), rows, totals);
  const payment = checkSelection(manifest.selector, streams, totals);
  const paths = pathsOf(payment, receipts);
  sameLists(
    pack.names,
    paths,
    (path) => `The pack lacks ${path}`,
    (path) => `${path} is no file of a pack`,
  );
  if (pack.isOrdered) same(pack.names.join(' '), paths.join(' '), 'The order of the files');
  if (payment?.report) await checkReport(files.get(`report/${payment.report.filename}`).bytes, payment);
  for (const [sha, path] of receipts) same(files.get(path).hash, sha, `The SHA-256 of ${path}`);
  await checkVerifier(fileText(files, 'verify.mjs'), fileText(files, 'verify.html'));
  const listed = paths.slice(0, -1).map((path) => files.get(path));
  const expected = manifestOf(manifest.selector, checkpoint, streams, listed);
  check(fileText(files, MANIFEST) === expected, `${MANIFEST} is not what follows from the other files`);
  const text =
    `PASS: ${leaves.size} events of ${streams.size} streams, ${rows.size} expenses, ${receipts.size} receipts, ` +
    `in the log ${checkpoint.origin} of ${checkpoint.size} events, signed by ${keyText.trim()}` +
    (payment && !payment.report ? '. Without the report of the payment, which no event of the log proves' : '');
  const { selector } = manifest;
  return { text, contents: { selector, checkpoint, key: keyText.trim(), streams, rows, totals, receipts, files } };
}

async function checkProof(text, leaves, checkpoint) {
  const proof = parse(text, 'proof.json');
  check(text === `${JSON.stringify(proof)}\n`, 'proof.json is not as it was written');
  same(Object.keys(proof ?? {}).join(), 'size,hashes', 'What proof.json has');
  same(proof.size, checkpoint.size, 'The size of proof.json');
  const root = await rootOf(leaves, checkpoint.size, proof.hashes);
  check(root === checkpoint.root, `The events lead to root ${root}, and the checkpoint has ${checkpoint.root}`);
}

// Where the files come from

const CRCS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});
function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) crc = CRCS[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}

const SIZES = { '<H': 2, '<I': 4 };
/** Little-endian fields of two and four bytes, as Python's struct packs them. */
function packed(...fields) {
  const parts = fields.map(([format, value]) => {
    const view = new DataView(new ArrayBuffer(SIZES[format]));
    if (format === '<H') view.setUint16(0, value, true);
    else view.setUint32(0, value, true);
    return new Uint8Array(view.buffer);
  });
  return concat(...parts);
}
const half = (value) => ['<H', value];
const word = (value) => ['<I', value];

/** The fixed fields of each entry: not compressed, size and CRC after the content, 1 January 1980. */
const FORM = [half(20), half(8), half(0), half(0), half(0x21)];
const headerOf = (name) =>
  concat(packed(word(0x04034b50), ...FORM, word(0), word(0), word(0), half(name.length), half(0)), utf8.encode(name));
const descriptorOf = ({ crc, size }) => packed(word(0x08074b50), word(crc), word(size), word(size));
const entryOf = ({ name, crc, size, offset }) => {
  const ends = [half(name.length), half(0), half(0), half(0), half(0), word(0x81a40020), word(offset)];
  const fields = packed(word(0x02014b50), half(0x032d), ...FORM, word(crc), word(size), word(size), ...ends);
  return concat(fields, utf8.encode(name));
};
const endOf = (count, size, start) =>
  packed(word(0x06054b50), half(0), half(0), half(count), half(count), word(size), word(start), half(0));

const isEqual = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);

/** The entries that a zip's directory has. */
async function directoryOf(source) {
  const viewOf = async (from, to) => new DataView((await source.read(from, to)).slice().buffer);
  const end = await viewOf(Math.max(0, source.size - 22), source.size);
  check(end.byteLength === 22 && end.getUint32(0, true) === 0x06054b50, 'The file is no zip, or it is damaged');
  const [count, size, start] = [end.getUint16(10, true), end.getUint32(12, true), end.getUint32(16, true)];
  check(count < 0xffff && start < 0xffffffff, 'The zip is too large: unpack it, and verify the folder');
  const view = await viewOf(start, start + size);
  const entries = new Map();
  for (let at = 0; at + 46 <= view.byteLength;) {
    const [crc, stored, offset] = [16, 20, 42].map((field) => view.getUint32(at + field, true));
    const [nameSize, extra, comment] = [28, 30, 32].map((field) => view.getUint16(at + field, true));
    const name = textOf(new Uint8Array(view.buffer, at + 46, nameSize));
    check(!entries.has(name), `The zip has ${name} twice`);
    entries.set(name, { name, crc, size: stored, offset, method: view.getUint16(at + 10, true) });
    at += 46 + nameSize + extra + comment;
  }
  same(entries.size, count, 'The number of files in the zip');
  return entries;
}

/**
 * A zip below 4 GB, of which every byte must be what Outlay writes for its files: there is one way only to read it.
 * @param source `{ size, read(from, to) }`
 */
export async function openZip(source) {
  const entries = await directoryOf(source);
  const isName = (name) => /^[!-~]+$/.test(name);
  for (const name of entries.keys()) check(isName(name), `${JSON.stringify(name)} is no name of a file of a pack`);
  let at = 0;
  for (const entry of entries.values()) {
    same(entry.offset, at, `The place of ${entry.name} in the zip`);
    at += 30 + entry.name.length + entry.size + 16;
  }
  const directory = concat(...[...entries.values()].map(entryOf));
  const tail = concat(directory, endOf(entries.size, directory.length, at));
  const damaged = 'The zip is not as Outlay writes it';
  check(at + tail.length === source.size && isEqual(await source.read(at, source.size), tail), damaged);
  const read = async (name) => {
    const entry = entries.get(name);
    check(entry, `The zip lacks ${name}`);
    const [before, after] = [headerOf(name), descriptorOf(entry)];
    const all = await source.read(entry.offset, entry.offset + before.length + entry.size + after.length);
    const bytes = all.slice(before.length, before.length + entry.size);
    check(isEqual(all, concat(before, bytes, after)) && crc32(bytes) === entry.crc, `${damaged}, at ${name}`);
    return bytes;
  };
  return { names: [...entries.keys()], isOrdered: true, read };
}

/** A part of a spreadsheet, which is a compressed zip, and proved. */
async function partOf(bytes, name) {
  const source = { size: bytes.length, read: async (from, to) => bytes.slice(from, to) };
  const { method, size, offset } = (await directoryOf(source)).get(name) ?? {};
  check(offset !== undefined, `The spreadsheet lacks ${name}`);
  const header = new DataView(bytes.slice(offset, offset + 30).buffer);
  const from = offset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const stored = bytes.slice(from, from + size);
  if (method === 0) return stored;
  const inflated = new Blob([stored]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return new Uint8Array(await new Response(inflated).arrayBuffer());
}

const LONGEST = 2000;
/** A name from a pack must not be able to write over the verdict. */
const printable = (text) =>
  text.slice(0, LONGEST).replace(/[^ -~]/gu, (char) => `\\u{${char.codePointAt(0).toString(16)}}`);

/** The result as it is printed, and what is in a pack that passed. */
export async function report(open, keptKey = null) {
  try {
    const { text, contents } = await verifyPack(await open(), keptKey);
    return { passed: true, text: printable(text), contents };
  } catch (error) {
    return {
      passed: false,
      contents: null,
      text: printable(`FAIL: ${error instanceof Error ? error.message : error}`),
    };
  }
}

async function openPath(path) {
  const { open, readdir, readFile, stat } = await import('node:fs/promises');
  const { join, relative, sep } = await import('node:path');
  if ((await stat(path)).isDirectory()) {
    const found = await readdir(path, { recursive: true, withFileTypes: true });
    const files = found.filter((entry) => !entry.isDirectory());
    for (const entry of files) check(entry.isFile(), `${entry.name} is a link, or another thing than a file`);
    const names = files.map((entry) =>
      relative(path, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
    return { names, read: async (name) => new Uint8Array(await readFile(join(path, name))) };
  }
  const file = await open(path);
  const { size } = await file.stat();
  const read = async (from, to) => {
    const bytes = new Uint8Array(Math.max(0, Math.min(to, size) - from));
    await file.read(bytes, 0, bytes.length, from);
    return bytes;
  };
  return openZip({ size, read });
}

async function main() {
  const { parseArgs } = await import('node:util');
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { key: { type: 'string' } } });
  const { passed, text } = await report(() => openPath(positionals[0] ?? import.meta.dirname ?? '.'), values.key);
  console.log(text);
  process.exitCode = passed ? 0 : 1;
}

if (globalThis.process?.argv?.[1]?.endsWith('verify.mjs')) await main();
