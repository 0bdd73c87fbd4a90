import {
  findPackStreams,
  OutlayError,
  PACK_MOST,
  PACK_PAGE,
  provePackLeaves,
  readPackEvents,
  readPackStreams,
  type MessageContext,
  type openProofPack,
  type ReplyOf,
} from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';

type Opened = ReplyOf<typeof openProofPack>;
type PackStreams = ReplyOf<typeof readPackStreams>;

const BUNDLE = 256;

/** Reads the parts of a pack from the service, a message of bounded size at a time. */
export class PackReader {
  constructor(
    private readonly messages: MessageClient,
    private readonly opened: Opened,
    private readonly context: MessageContext,
  ) {}

  /** @throws INVALID_INPUT if there are more than a pack can have */
  async streams(): Promise<PackStreams> {
    const names = this.opened.streams ?? (await this.search());
    const all: PackStreams = { leaves: [], expenses: [], receipts: [], payments: [] };
    for (let at = 0; at < names.length; at += PACK_PAGE.streams) {
      const streams = names.slice(at, at + PACK_PAGE.streams);
      const page = await this.messages.call(readPackStreams, { streams, size: this.opened.size }, this.context);
      all.leaves.push(...page.leaves);
      all.expenses.push(...page.expenses);
      all.receipts.push(...page.receipts);
      all.payments.push(...page.payments);
      if (all.leaves.length > PACK_MOST.events) throw tooMany();
    }
    all.leaves.sort((a, b) => a - b);
    return all;
  }

  async *lines(leaves: readonly number[]): AsyncGenerator<string> {
    let at = 0;
    while (at < leaves.length) {
      const bundle = Math.floor((leaves[at] ?? 0) / BUNDLE);
      const ofBundle = leaves.slice(at, at + BUNDLE).filter((leaf) => Math.floor(leaf / BUNDLE) === bundle);
      const { text, count } = await this.messages.call(readPackEvents, { leaves: ofBundle }, this.context);
      yield text;
      at += count;
    }
  }

  /** JSON of the combined inclusion proof. */
  async *proof(leaves: readonly number[]): AsyncGenerator<string> {
    const { size } = this.opened;
    yield `{"size":${size},"hashes":[`;
    for (let [offset, total] = [0, Infinity]; offset < total;) {
      const page = await this.messages.call(provePackLeaves, { leaves: [...leaves], size, offset }, this.context);
      yield (offset > 0 ? ',' : '') + page.hashes.map((hash) => JSON.stringify(hash)).join(',');
      offset += page.hashes.length;
      total = page.total;
    }
    yield ']}\n';
  }

  private async search(): Promise<string[]> {
    const { selector, size } = this.opened;
    const found = new Set<string>();
    for (let after = -1; after < size - 1;) {
      const page = await this.messages.call(findPackStreams, { selector, after, size }, this.context);
      for (const stream of page.streams) found.add(stream);
      after = page.last;
      if (found.size > PACK_MOST.streams) throw tooMany();
    }
    return [...found];
  }
}

function tooMany(): OutlayError {
  const { streams, events } = PACK_MOST;
  const message = `A pack has at most ${streams} streams and ${events} events. Please ask for a shorter period.`;
  return new OutlayError('INVALID_INPUT', message, [{ field: 'to', message }]);
}
