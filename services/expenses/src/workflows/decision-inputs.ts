import { Inject, Injectable } from '@nestjs/common';
import {
  OutlayError,
  fullName,
  getUser,
  identityRate,
  resolveRate,
  countUsers,
  type Actor,
  type FrozenRate,
  type MessageContext,
  type UserView,
  type ClaimDetails,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { acceptedToday, expenseDateProblem, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import type { Mentioned } from '../domain/commands.js';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { CLOCK, RECEIPTS, type StoredReceipts } from '../ports.js';

@Injectable()
export class DecisionInputs {
  constructor(
    private readonly messages: MessageClient,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(RECEIPTS) private readonly receipts: StoredReceipts,
  ) {}

  today(clientDate: IsoDate | null): IsoDate {
    return acceptedToday(clientDate ?? undefined, this.clock.now());
  }

  async rate(currency: string, to: ReimbursementCurrency, date: IsoDate, context: MessageContext): Promise<FrozenRate> {
    // The fx service says which other days have rates.
    if (currency === to && expenseDateProblem(date, this.today(null)) === null) return identityRate(date);
    return this.messages.call(resolveRate, { from: currency, to, date }, context);
  }

  /** Null for a date that the fx service rejects: the domain refuses it with the message of the forms. */
  async rateOrNull(
    currency: string,
    to: ReimbursementCurrency,
    date: IsoDate,
    context: MessageContext,
  ): Promise<FrozenRate | null> {
    return this.rate(currency, to, date, context).catch((error: unknown) => {
      if (error instanceof OutlayError && error.code === 'INVALID_INPUT') return null;
      throw error;
    });
  }

  /** The stored rate stays while amount, currency and date do. Null for a draft without a rate. */
  async rateForClaim(
    details: ClaimDetails,
    to: ReimbursementCurrency,
    status: 'draft' | 'submitted',
    before: ExpenseState,
    context: MessageContext,
  ): Promise<FrozenRate | null> {
    const { amount, currency, date } = details;
    // The same currency has a rate of 1 on any day.
    const rateDate = date ?? (currency === to ? this.today(null) : null);
    if (currency === null || rateDate === null) return null;
    if (isExisting(before)) {
      const { details: old, rate, reimbursementCurrency } = before.claim;
      const isUnchanged =
        old.amount === amount && old.currency === currency && old.date === date && reimbursementCurrency === to;
      if (isUnchanged && rate) return rate;
    }
    return this.rateOrNull(currency, to, rateDate, context).catch((error: unknown) => {
      if (status === 'draft') return null;
      throw error;
    });
  }

  async owner(userId: string, context: MessageContext): Promise<UserView & { name: string }> {
    const { user } = await this.messages.call(getUser, { userId }, context);
    return { ...user, name: fullName(user) };
  }

  /** Each of them once. */
  mentioned(ids: readonly string[], context: MessageContext): Promise<Mentioned[]> {
    return Promise.all(
      [...new Set(ids)].map((id) =>
        this.owner(id, context).then(
          ({ name, email, role, status }) => ({
            ...{ id, name, email },
            isActiveSuperAdmin: role === 'super_admin' && status === 'active',
          }),
          (error: unknown) => {
            if (!(error instanceof OutlayError) || error.code !== 'NOT_FOUND') throw error;
            return { id, name: '', email: '', isActiveSuperAdmin: false };
          },
        ),
      ),
    );
  }

  /** The account's present name for new events; the given one if there is no such account any more. */
  async nameToday({ id, name }: { id: string; name: string }, context: MessageContext): Promise<string> {
    return this.owner(id, context).then(
      (owner) => owner.name,
      (error: unknown) => {
        if (error instanceof OutlayError && error.code === 'NOT_FOUND') return name;
        throw error;
      },
    );
  }

  /** The email address if the name cannot be fetched. */
  async nameOf({ id, email }: { id: string; email: string }, context: MessageContext): Promise<string> {
    return this.owner(id, context).then(
      ({ name }) => name,
      () => email,
    );
  }

  /** True without a receipt. */
  async isReceiptIntact(state: ExpenseState): Promise<boolean> {
    const receipt = isExisting(state) ? state.claim.receipt : null;
    return receipt === null || this.receipts.isIntact(receipt);
  }

  async isOnlySuperAdmin(actor: Actor, ownerId: string | null, context: MessageContext): Promise<boolean> {
    if (actor.id !== ownerId) return false;
    const { activeSuperAdmins } = await this.messages.call(countUsers, {}, context);
    return activeSuperAdmins <= 1;
  }
}
