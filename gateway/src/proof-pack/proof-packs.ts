import { Inject, Injectable } from '@nestjs/common';
import { BlobDamaged, readIntact, zipContent, type KnownBlob, type ZipEntry } from '@outlay/blobs';
import {
  findReport,
  openProofPack,
  OutlayError,
  receiptBlobKey,
  type MessageContext,
  type PackSelector,
  type readPackStreams,
  type ReplyOf,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { PackReader } from './pack-reader.js';
import { packTable } from './pack-table.js';
import { verifierFiles } from './verifier.js';

const FORMAT = 'outlay-proof-pack';
const VERSION = 2;
/** The time is fixed: the same request of the same checkpoint gives the same bytes. */
const AT = new Date('1980-01-01T00:00:00Z');

type Opened = ReplyOf<typeof openProofPack>;
type PackStreams = ReplyOf<typeof readPackStreams>;
type StoredBlob = KnownBlob & { readonly path: string };

export interface ProofPack {
  readonly fileName: string;
  readonly content: AsyncIterable<Buffer>;
}

@Injectable()
export class ProofPacks {
  constructor(
    private readonly messages: MessageClient,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  /** Refuses before the first byte if it can. Memory grows with the number of receipts, not their sizes. */
  async open(selector: PackSelector, size: number | undefined, context: MessageContext): Promise<ProofPack> {
    // The report is asked for first: once it is ready, its event is in the trail that is read below.
    const report = 'payment' in selector ? await this.reportOf(selector.payment, context) : null;
    const opened = await this.messages.call(openProofPack, { selector, size }, context);
    const reader = new PackReader(this.messages, opened, context);
    const streams = await reader.streams();
    const blobs = [...reportBlobs(report, streams.payments), ...receiptBlobs(streams.receipts)];
    const contents = {
      'checkpoint.note': () => [opened.checkpoint],
      'events.ndjson': () => reader.lines(streams.leaves),
      'expenses.csv': () => [packTable(streams.expenses, streams.payments)],
      'log.key': () => [`${opened.publicKey}\n`],
      'proof.json': () => reader.proof(streams.leaves),
      ...Object.fromEntries(Object.entries(await verifierFiles()).map(([path, text]) => [path, () => [text]])),
    };
    const entries = new PackEntries(opened, contents, blobs, this.ports);
    return { fileName: fileNameOf(opened, streams), content: zipContent(entries.all(), AT) };
  }

  private async reportOf(payment: string, context: MessageContext): Promise<KnownBlob> {
    // A report is found by its payment as well.
    const { spreadsheet } = await this.messages.call(findReport, { filename: payment }, context);
    if (!spreadsheet) throw new OutlayError('REPORT_NOT_READY', 'The report of this payment is not ready.');
    const { blobKey: key, size, sha256 } = spreadsheet;
    return { key, size, sha256 };
  }
}

/** The files of a pack in their order, with the manifest of all of them at the end. */
class PackEntries {
  private readonly files: { path: string; size: number; sha256: string }[] = [];
  private readonly missing: string[] = [];
  /** The number of events of each stream. */
  private readonly streams = new Map<string, number>();

  constructor(
    private readonly opened: Opened,
    private readonly contents: Readonly<Record<string, () => Iterable<string> | AsyncIterable<string>>>,
    private readonly blobs: readonly StoredBlob[],
    private readonly ports: GatewayPorts,
  ) {}

  async *all(): AsyncGenerator<ZipEntry> {
    for (const [path, texts] of Object.entries(this.contents))
      yield { name: path, content: Readable.from(this.recorded(path, texts()), { objectMode: false }) };
    for (const blob of this.blobs) {
      const content = await this.read(blob);
      if (!content) continue;
      const { path, size, sha256 } = blob;
      this.files.push({ path, size, sha256 });
      yield { name: path, content };
    }
    yield { name: 'manifest.json', content: Readable.from([Buffer.from(this.manifest())]) };
  }

  private async *recorded(path: string, texts: Iterable<string> | AsyncIterable<string>): AsyncGenerator<Buffer> {
    const hash = createHash('sha256');
    let size = 0;
    for await (const text of texts) {
      if (path === 'events.ndjson') this.count(text);
      const bytes = Buffer.from(text);
      hash.update(bytes);
      size += bytes.length;
      yield bytes;
    }
    this.files.push({ path, size, sha256: hash.digest('hex') });
  }

  private count(lines: string): void {
    for (const line of lines.split('\n').slice(0, -1)) {
      const { stream } = JSON.parse(line) as { stream: string };
      this.streams.set(stream, (this.streams.get(stream) ?? 0) + 1);
    }
  }

  /** Null if the file is missing or damaged: it is left out, and the manifest says so. */
  private async read(blob: StoredBlob): Promise<Readable | null> {
    try {
      const content = await readIntact(this.ports.blobs, blob);
      if (!content) this.missing.push(`${blob.path} is no longer in the store`);
      return content;
    } catch (error) {
      if (!(error instanceof BlobDamaged)) throw error;
      this.missing.push(`${blob.path} in the store is not what was stored`);
      return null;
    }
  }

  private manifest(): string {
    const { selector, checkpoint } = this.opened;
    const [origin, size, root] = checkpoint.split('\n');
    const manifest = {
      format: FORMAT,
      version: VERSION,
      selector,
      checkpoint: { origin, size: Number(size), root },
      streams: Object.fromEntries([...this.streams].sort(([a], [b]) => (a < b ? -1 : 1))),
      missing: this.missing,
      files: this.files,
    };
    return `${JSON.stringify(manifest, null, 2)}\n`;
  }
}

/** Leaves out a report that no event proves. A report whose event names another hash counts as damaged. */
function reportBlobs(report: KnownBlob | null, payments: PackStreams['payments']): StoredBlob[] {
  const made = payments[0]?.report;
  return report && made ? [{ ...report, sha256: made.sha256, path: `report/${made.filename}` }] : [];
}

function receiptBlobs(receipts: PackStreams['receipts']): StoredBlob[] {
  const blobs = receipts
    .map(({ sha256, size, contentType }) => {
      const path = `receipts/${sha256}.${contentType.replace(/^.*\/|\W/g, '')}`;
      return { path, key: receiptBlobKey(sha256), size, sha256 };
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return blobs.filter(({ sha256 }, index) => sha256 !== blobs[index - 1]?.sha256);
}

/** The file name says what the pack proves in people's words, and uses an id only if the events name nothing better. */
function fileNameOf({ selector, size }: Opened, { expenses, payments }: PackStreams): string {
  const [kind = ''] = Object.keys(selector);
  const names: Readonly<Record<string, string | undefined>> = {
    payment: payments[0]?.report?.filename.replace(/^expense_report_|\.xlsx$/g, ''),
    expense: expenses[0]?.expenseId,
    person: expenses[0]?.owner,
  };
  const about = names[kind] ?? Object.values(selector).join('_to_');
  return `proof-pack_${kind}_${about.replace(/[^\w.-]+/g, '-')}_checkpoint_${size}.zip`;
}
