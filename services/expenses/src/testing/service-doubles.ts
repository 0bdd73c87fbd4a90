import { Controller, Module } from '@nestjs/common';
import {
  countUsers,
  findMissingReports,
  getUser,
  OutlayError,
  requestReport,
  resolveRate,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';

export const serviceDoubles = {
  superAdmins: 2,
  reportsDown: false,
  /** The names of users whose name is not their id. */
  names: new Map<string, { readonly firstName: string; readonly lastName: string }>(),
  /** The accounts that are no active members; null for one that nobody knows. */
  accounts: new Map<string, Partial<Pick<UserView, 'role' | 'status'>> | null>(),
  requested: [] as RequestOf<typeof requestReport>[],
  rates: new Map([
    ['EUR', '1'],
    ['USD', '0.5'],
    ['KES', '0.0075'],
  ]),
};

@Controller()
class ServiceDoublesController {
  @Handles(countUsers)
  async countUsers() {
    return { users: 10, activeSuperAdmins: serviceDoubles.superAdmins };
  }

  @Handles(getUser)
  async getUser({ userId }: RequestOf<typeof getUser>) {
    const account = serviceDoubles.accounts.get(userId);
    if (account === null) throw new OutlayError('NOT_FOUND', 'User not found');
    const user = {
      id: userId,
      email: `${userId}@example.org`,
      firstName: userId,
      lastName: 'Tester',
      ...serviceDoubles.names.get(userId),
    };
    const member = {
      role: 'team_member',
      status: 'active',
      reimbursementCurrency: 'EUR',
      createdAt: '2026-01-01T00:00:00.000Z',
    } as const;
    return { user: { ...user, ...member, ...account } };
  }

  @Handles(findMissingReports)
  async missingReports() {
    return { paymentIds: [] };
  }

  @Handles(resolveRate)
  async resolveRate({ from, to, date }: RequestOf<typeof resolveRate>) {
    const rate = serviceDoubles.rates.get(from);
    if (to !== 'EUR' || !rate)
      throw new OutlayError('RATE_NOT_AVAILABLE', `No exchange rate is available for ${from} on ${date}.`);
    return { rate, effectiveDate: date, source: 'test', stale: false, provisional: false };
  }

  @Handles(requestReport)
  async requestReport(request: RequestOf<typeof requestReport>) {
    if (serviceDoubles.reportsDown) throw new OutlayError('SERVICE_UNAVAILABLE', 'The reports service is down.');
    if (!serviceDoubles.requested.some(({ paymentId }) => paymentId === request.paymentId))
      serviceDoubles.requested.push(request);
    const { paymentId, userId, userName, currency, totalAmount, expenseIds, paidAt } = request;
    return {
      report: {
        id: paymentId,
        paymentId,
        filename: 'r.xlsx',
        state: 'pending',
        userId,
        userName,
        currency,
        totalAmount,
        expenseIds,
        generatedAt: paidAt,
        expenseCount: expenseIds.length,
        missingReceipts: 0,
        failureReason: null,
        retryAt: null,
      } as const,
    };
  }
}

@Module({ controllers: [ServiceDoublesController] })
export class ServiceDoubles {}
