/** The figures that other systems gave on one machine, and how to have them again. Milliseconds unless another unit stands there. */
const PEERS = ['Dolibarr 20', 'Open Collective API 2026-08', 'Odoo 17 hr_expense'] as const;

/** In the order of `PEERS`. */
const FIGURES: readonly (readonly [operation: string, ...values: string[]])[] = [
  ['submit, one after another', '12.6', '47.3', '14.1'],
  ['submit, 10 connections', '79/s, 57% failed', '26/s', '68/s; 125/s with 5 workers'],
  ['list own 200', '359 (1.5 MB)', '27.7 (147 kB)', '18.2 (91 kB)'],
  ['list own 200, 10 connections', '5.8/s', '37.6/s', '98/s'],
  ['admin list of 10,000', '17,900', '1,494 (10 pages)', '509 (4.6 MB)'],
  ['approve', '29.8', '30.1', '29.2'],
  ['export 200 as xlsx', '355', 'has none', '33.3'],
  ['memory, idle (PSS)', '180 MB', '426 MB', '177 MB'],
  ['start', '281–378', '1,800', '1,500'],
];

const ADVICE = `
They were measured one after another on one machine with 2 cores and 24 GB, with the client on the same cores. The client
kept its connections open and sent the next request when it had the answer to the last one. Each figure is the median of
three runs.

To compare, install a peer on the machine where Outlay runs, fill it with as many claims, run it and Outlay in turn, and
read three things:

- The ratio of the two in one hour on one machine. Milliseconds of another machine, or of another hour, say nothing.
- What comes back. A list of 1.5 MB and one of 91 kB have the same rows, and different fields of them.
- How many requests failed. A rate counts only answers that did what was asked.

Uploads are left out: no peer took a file with the request that makes a claim. Outlay's own figures come from
\`npm run bench\`, which prints the limits of the machine beside them.
`;

export function printPeers(): void {
  const row = (cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
  row(['operation', ...PEERS]);
  row(['operation', ...PEERS].map(() => '---'));
  for (const figures of FIGURES) row(figures);
  console.log(ADVICE);
}
