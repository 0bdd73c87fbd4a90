import {
  OutlayError,
  fullName,
  getUser,
  resolveRate,
  countUsers,
  type Actor,
  type FrozenRate,
  type MessageContext,
  type UserView,
} from '@outlay/contracts';
import type { MessageClient } from '@outlay/messaging';
import { acceptedToday, type ClaimDetails, type IsoDate, type ReimbursementCurrency } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import { isLiving, type ExpenseState } from '../domain/expense.js';

/** Fetches what decisions depend on and the domain must not ask for itself: rates, owners, the day (style §1). */
export class ClaimFacts {
  constructor(
    private readonly messages: MessageClient,
    private readonly clock: Clock,
  ) {}

  today(clientDay: IsoDate | null): IsoDate {
    return acceptedToday(clientDay ?? undefined, this.clock.now());
  }

  rate(currency: string, to: ReimbursementCurrency, date: IsoDate, context: MessageContext): Promise<FrozenRate> {
    return this.messages.call(resolveRate, { from: currency, to, date }, context);
  }

  /** Null for a day the fx service takes for no claim's: the domain refuses it in the forms' own words. */
  async rateOfDay(
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

  /**
   * The rate for what an owner writes. What is stored stays while amount, currency and date stay (specification §4);
   * a draft saves without a rate where there is none to be had.
   */
  async rateForClaim(
    details: ClaimDetails,
    to: ReimbursementCurrency,
    status: 'draft' | 'submitted',
    before: ExpenseState,
    context: MessageContext,
  ): Promise<FrozenRate | null> {
    const { amount, currency, date } = details;
    if (currency === null || date === null) return null;
    if (isLiving(before)) {
      const { details: old, rate, reimbursementCurrency } = before.claim;
      const same =
        old.amount === amount && old.currency === currency && old.date === date && reimbursementCurrency === to;
      if (same && rate) return rate;
    }
    return this.rateOfDay(currency, to, date, context).catch((error: unknown) => {
      if (status === 'draft') return null;
      throw error;
    });
  }

  async owner(userId: string, context: MessageContext): Promise<UserView & { name: string }> {
    const { user } = await this.messages.call(getUser, { userId }, context);
    return { ...user, name: fullName(user) };
  }

  /** Whether there is no other super admin to decide on this actor's own expenses. Asked only when it matters. */
  async isOnlySuperAdmin(actor: Actor, ownerId: string | null, context: MessageContext): Promise<boolean> {
    if (actor.id !== ownerId) return false;
    const { activeSuperAdmins } = await this.messages.call(countUsers, {}, context);
    return activeSuperAdmins <= 1;
  }
}
