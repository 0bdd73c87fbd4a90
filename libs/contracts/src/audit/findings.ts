/** All kinds of findings; docs/operations.md says what to do about each. */
export const FINDINGS = {
  'event-unreadable': 'an event is not JSON, or not what its type holds',
  'event-unknown': 'an event has a type or a version that this release does not know',
  'event-not-allowed':
    'the rules could not have made an event after those before it in its stream, or not without others',
  'event-unlogged': 'the log has another event in its place, or none: it was altered, exchanged or inserted',
  'event-moved': 'an event is not where the log has it in the order of all events',
  'event-lost': 'the log has an event that the event store lacks',
  'chain-broken': 'an event does not hold the hash of the event before it in its stream',
  'stream-gap': 'a revision of a stream is missing, or there twice',
  'stream-hidden': 'the event store was told to delete the stream or to hide events of it',
  'log-file-missing': 'a tile of the log is missing',
  'log-file-altered': 'a tile of the log does not match the others',
  'checkpoint-invalid': 'a checkpoint is missing, out of order, or not signed by the key',
  'checkpoint-differs': 'the log does not have the root that a checkpoint commits to',
  'payment-differs': 'a payment and the events of its expenses contradict each other',
  'receipt-missing': 'the file of a receipt is missing',
  'receipt-altered': 'the file of a receipt does not have its hash',
  'report-missing': 'a payment report, or a file of it, is missing',
  'report-altered': 'a file of a payment report does not have its hash',
  'report-differs': 'what is stored about a payment report contradicts the payment',
  'read-model-differs': 'a document of a read model is not what the events give',
  'index-differs': 'a query would not find a document by what is in it',
} as const;

export type FindingKind = keyof typeof FINDINGS;

export interface Finding {
  readonly kind: FindingKind;
  /** The stream, event or file, such as `expense-…@3`: the same in each run. */
  readonly place: string;
  readonly stream?: string;
  readonly revision?: number;
  /** A sentence. */
  readonly message: string;
  /** A digest of what was found there; null where nothing is. An acceptance covers this digest only. */
  readonly digest: string | null;
}

/** Names a finding in `--accept`. */
export function findingId({ kind, place }: Pick<Finding, 'kind' | 'place'>): string {
  return `${kind}:${place}`;
}

/**
 * A finding as tools print it, its id first. A stored value must not write over the terminal, so invisible characters
 * are printed by their numbers, such as `\u{1b}`.
 */
export function printedFinding(finding: Pick<Finding, 'kind' | 'place' | 'message'>): string {
  return [findingId(finding), finding.message].map(withoutUnseen).join('\n  ');
}

function withoutUnseen(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);
}
