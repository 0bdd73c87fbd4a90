import { Injectable } from '@nestjs/common';
import { checkSession, fullName, type Actor } from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';

export interface Session {
  readonly actor: Actor;
  /** Null for a token that has no session. */
  readonly tokenVersion: number | null;
  /** The expiry of the token, in milliseconds; null if it does not end a reply that has begun. */
  readonly endsAt: number | null;
}

/** Loads the user on every call, so that a deactivation takes effect at once. */
@Injectable()
export class Sessions {
  constructor(private readonly messages: MessageClient) {}

  /** @throws UNAUTHENTICATED if the user is deactivated or the password changed since the session started */
  async load(userId: string, tokenVersion: number, correlationId: string, endsAt: number | null): Promise<Session> {
    const context = { actor: null, correlationId };
    const { user } = await this.messages.call(checkSession, { userId, tokenVersion }, context);
    const { id, email, role, reimbursementCurrency } = user;
    return { actor: { id, email, role, reimbursementCurrency, name: fullName(user) }, tokenVersion, endsAt };
  }
}
