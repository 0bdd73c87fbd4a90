import { OPERATOR_ACTOR_ID, type Actor, type InviteView } from '@outlay/contracts';
import { InviteTokenStore } from '../credentials/invite-token.store.js';
import type { InvitesPorts } from '../ports.js';
import { InviteStore } from '../read-models/invite.store.js';
import { InviteStream } from '../stream/invite-stream.js';
import { Invites } from './invites.js';

const DAYS = 1;

/** Creates an invite that needs no confirmation, when no super admin can sign in. @param by in the trail */
export async function inviteSuperAdmin(
  { documents, eventStore, clock, ids }: Pick<InvitesPorts, 'documents' | 'eventStore' | 'clock' | 'ids'>,
  { email, by }: { readonly email: string; readonly by: string },
): Promise<InviteView> {
  const [store, tokens] = [await InviteStore.open(documents), await InviteTokenStore.open(documents)];
  const alone = { isAsked: async () => false, check: async () => [] };
  const invites = new Invites(new InviteStream(eventStore, clock, ids), store, tokens, clock, ids, alone, alone);
  const name = `${by} (operator)`;
  const actor: Actor = { id: OPERATOR_ACTOR_ID, email: name, name, role: 'super_admin', reimbursementCurrency: 'EUR' };
  const request = { email, role: 'super_admin', expiresInDays: DAYS } as const;
  return invites.create(ids.uuid(), request, { actor, correlationId: ids.uuid() });
}
