import { isolated } from '@outlay/rules';

export const title = 'Verification';
export const text =
  'Compares every event with the signed log, and lists, receipts, reports and accounts with the events. It changes nothing, and work goes on.';
export const start = 'Verify now';
export const startFailed = 'The verification could not be started.';
export const loadFailed = 'The verifications could not be loaded.';
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
