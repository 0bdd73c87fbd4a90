import { countUsers, createFirstInvite } from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';

const context = { actor: null, correlationId: 'first-start' };

/** Null if the installation has users. */
export async function firstInvite(messages: MessageClient): Promise<string | null> {
  const { users } = await messages.call(countUsers, {}, context);
  return users > 0 ? null : (await messages.call(createFirstInvite, {}, context)).token;
}
