import type { MessageClient } from '@outlay/messaging';
import { fillDemo, type DemoClock } from '@outlay/seed';
import { firstInvite } from '@outlay/composition';

export async function startDemo(messages: MessageClient, origin: string, clock: DemoClock): Promise<void> {
  const token = await firstInvite(messages);
  if (token === null) {
    console.log('The installation already has users: the sample company needs an empty one.');
    return;
  }
  console.log('Creating the sample company …');
  const { logins, counts } = await fillDemo(origin, async () => token, { clock, onProgress: showProgress });
  console.log(`\n${counts.users} users, ${counts.expenses} expenses, ${counts.reports} reports. Log in as:`);
  for (const { email, role, password } of logins) console.log(`  ${email.padEnd(34)} ${role.padEnd(12)} ${password}`);
}

function showProgress(done: number, total: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\r  ${Math.round((done / total) * 100)}%`);
}
