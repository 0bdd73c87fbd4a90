import { isolated } from '@outlay/rules';

export const title = 'Audit Trail';
export const subtitle = 'Every event since the beginning, signed and in one order';
export const loading = 'Loading the trail...';
export const loadFailed = 'The trail could not be loaded.';
export const events = 'Events, newest first';
export const none = 'No events';
export const noneMatch = 'No event matches these filters.';
export const clear = 'Clear filters';
export const added = (count: number) => `${count} new ${count === 1 ? 'event' : 'events'}`;
export const searching = 'Looking at older events...';
export const end = (count: string) => `The beginning of the trail: all ${count} events were looked at.`;

export const filters = 'Filters';
export const person = 'Person';
export const everybody = 'Everybody';
export const kind = 'Kind';
export const everything = 'Everything';
export const kinds = {
  expense: 'Expenses',
  payment: 'Payments',
  account: 'Accounts',
  invite: 'Invites',
  access: 'Access',
  token: 'Tokens',
  trail: 'Repairs',
} as const;
export const expense = 'Expense';
export const expensePlaceholder = 'EXP-…';
export const payment = 'Payment';
export const paymentPlaceholder = 'Id of a payment';
export const from = 'From';
export const to = 'To';

export const event = (leaf: string) => `Event ${leaf}`;
export const previous = 'Previous in the list (k)';
export const next = 'Next in the list (j)';
export const notFound = 'There is no such event.';
export const when = 'When';
export const actor = 'Who';
export const stream = 'Stream';
export const revision = 'Revision';
export const type = 'Type';
export const typeAndVersion = (type: string, version: number | null) => `${type}, version ${version ?? '?'}`;
export const hash = 'Hash';
export const leaf = 'Leaf';
export const leafHash = 'Hash of the leaf';
export const position = 'Position in the event store';
export const id = 'Id';
export const data = 'Data';
export const metadata = 'Metadata';
export const showExpense = 'All events of this expense';
export const showPayment = 'All events of this payment';

export const proof = 'Proof';
export const checking = 'Checking in this browser...';
export const checkFailed = 'The proof could not be checked.';
export const notSecure = 'This browser computes hashes only over HTTPS. Open Outlay over HTTPS to check the proof.';
export const proven = 'This event is in the signed log, unaltered. This browser has computed it.';
export const notProven = 'This event is not proven.';
export const unaltered = (holds: boolean) =>
  holds ? 'What is shown has the hash that is in the log.' : 'What is shown has another hash than the one in the log.';
export const included = (holds: boolean, size: string) =>
  holds
    ? `Its proof leads to the checkpoint of ${size} events.`
    : `Its proof does not lead to the checkpoint of ${size} events.`;
export const signed = (holds: boolean | null) =>
  holds === null
    ? 'This browser cannot check the signature of the checkpoint.'
    : holds
      ? 'The key of the log has signed the checkpoint.'
      : 'The key of the log has not signed the checkpoint.';
export const inclusionProof = (hashes: number) => `Inclusion proof: ${hashes} ${hashes === 1 ? 'hash' : 'hashes'}`;

export const checkpoint = 'Checkpoint';
export const checkpointText = (events: string) =>
  `What the log of ${events} events has come to. Read it out to somebody, or keep it where nobody here can change it.`;
export const noCheckpoint = 'There is no checkpoint yet.';
export const checkpointFailed = 'The checkpoint could not be loaded.';
export const fingerprint = 'Fingerprint';
export const copyFingerprint = 'Copy fingerprint';
export const showLatest = 'Show the latest';
export const compare = 'Compare with one I kept';
export const kept = 'A fingerprint, or a checkpoint note';
export const compareNow = 'Compare';
export const compareFailed = 'The comparison has failed.';
export const notUnderstood = 'This is neither a fingerprint nor a checkpoint note.';
export const consistent = (kept: string, now: string) =>
  kept === now
    ? `Consistent: the log has exactly the ${kept} events of what you kept.`
    : `Consistent: the ${kept} events of what you kept are in the log, unaltered, followed by ${now} in all.`;
export const inconsistent = (kept: string) =>
  `Not consistent: the first ${kept} events of the log are not those of what you kept.`;
export const shorter = (kept: string, now: string) =>
  `Not consistent: what you kept has ${kept} events, and the log has only ${now}.`;

export const downloadNote = 'Checkpoint note';
export const downloadSchemas = 'JSON Schemas';
export const downloadEvents = 'All events (NDJSON)';
export const downloading = (share: string) => `Downloading ${share}`;
export const downloadFailed = 'The download has failed.';

export const packs = 'Proof packs';
export const packOfPerson = 'Everything of a person';
export const choosePerson = 'Choose a person';
export const packFrom = 'Everything since the day (UTC)';
export const packTo = 'Until the day (UTC)';
export const packReversed = 'The period ends before it begins.';
export const asItWasThen = 'The expense as it was then';

export const intact = (events: string, ago: string) => `Intact: ${events} events, checked ${ago}`;
export const notIntact = (count: number, events: string, ago: string) =>
  `Not intact: ${count} ${count === 1 ? 'finding' : 'findings'} in ${events} events, checked ${ago}`;
export const incomplete = (ago: string) => `Not verified: the verification ${ago} came to no end`;
export const notVerified = 'Not verified yet';
export const evidence = 'Evidence: verification, checkpoint, downloads and proof packs';
export const verificationTitle = 'Verification';
export const text =
  'Compares every event with the signed log, and lists, receipts, reports and accounts with the events. It changes nothing, and work goes on.';
export const start = 'Verify now';
export const startFailed = 'The verification could not be started.';
export const verificationLoadFailed = 'The verifications could not be loaded.';
export const steps = {
  log: 'Comparing the log with its checkpoints...',
  events: 'Comparing the events with the log, and receipts with the events...',
  'read-models': 'Comparing lists and accounts with the events...',
  reports: 'Comparing reports with their payments...',
} as const;
export const progress = (percent: number) => `Verified: ${percent}%`;
export const counted = (events: string, files: string) => `${events} events, ${files} files`;
export const foundSoFar = (count: number) => `${count} ${count === 1 ? 'finding' : 'findings'} so far`;
export const by = (email: string, at: string) => `Started by ${isolated(email)}, ${at}.`;
export const passed = (events: string, files: string) =>
  `No findings: all ${events} events and ${files} files are what was written.`;
export const upTo = 'Up to the checkpoint';
export const found = (count: number, events: string) =>
  `${count} ${count === 1 ? 'finding' : 'findings'} in ${events} events. Tell whoever runs Outlay before anything is approved or paid.`;
export const findings = 'Findings';
export const more = (count: number) => `${count} more: npm run audit -- verify names all of them.`;
export const accepted = (by: string, at: string, reason: string) =>
  `Accepted by ${isolated(by)}, ${at}: ${isolated(reason)}`;
export const failed = 'The verification could not look at everything.';
export const interrupted = (percent: number) => `The verification was interrupted at ${percent}%. Start it again.`;

/** The advice about a finding, by the beginning of its name. */
export const whatToDo = {
  'read-model':
    'Lists show something else than the events say. Whoever runs Outlay can make them again from the events.',
  index: 'Lists may leave something out. Whoever runs Outlay can make them again from the events.',
  report: 'Make the report again (Admin Panel, Reports, View), or restore its files from a backup.',
  receipt: 'Upload the same file again, or restore it from a backup.',
} as const;
export const keepEvidence =
  'Keep the stores as they are: they are the evidence. Only a backup can restore what was written.';
