import { countUsers, createFirstInvite } from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';

/** The link that registers the first super admin, or null once there is a user. */
export async function firstRegistrationLink(messages: MessageClient, origin: string): Promise<string | null> {
  const context = { actor: null, correlationId: 'first-start' };
  const { users } = await messages.call(countUsers, {}, context);
  if (users > 0) return null;
  const { token } = await messages.call(createFirstInvite, {}, context);
  return `${origin}/register?invite=${token}`;
}
