import type { MigrationResult } from './migrate-installation.js';

/** False if anything differs. */
export function printMigration({ from, to, differences, readModel }: MigrationResult): boolean {
  const number = (value: number | undefined) => (value ?? 0).toLocaleString('en');
  const names = [...new Set([...from, ...to].map(({ name }) => name))];
  console.log('\n\n| what | from | to | SHA-256 | |\n|---|---|---|---|---|');
  for (const name of names) {
    const [here, there] = [from, to].map((totals) => totals.find((one) => one.name === name));
    const hash = there?.content.slice(0, 16) ?? '';
    const verdict = differences.includes(name) ? 'DIFFERS' : 'same';
    console.log(`| ${[name, number(here?.count), number(there?.count), hash, verdict].join(' | ')} |`);
  }
  const { events, expenses, brokenAt } = readModel;
  console.log(`\n${number(events)} events of ${number(expenses)} expenses replayed into the read model of the target`);
  console.log(
    brokenAt
      ? `The trail is broken before ${brokenAt.stream} revision ${brokenAt.revision}, in the source and the target`
      : 'The trail is unbroken',
  );
  if (differences.length > 0) console.log(`Different in the target: ${differences.join(', ')}. Run it again.`);
  return differences.length === 0 && !brokenAt;
}
