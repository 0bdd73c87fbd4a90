import {
  completeDetails,
  toClaimJson,
  type AnalyticsJson,
  type DuplicateJson,
  type ExpenseJson,
  type RateSourcesJson,
  type ReportJson,
  type RunJson,
  type TrailStateJson,
  type UserJson,
} from '@outlay/contracts';

export function aUser(changes: Partial<UserJson> = {}): UserJson {
  return {
    id: 'user-1',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Okafor',
    role: 'team_member',
    status: 'active',
    reimbursement_currency: 'EUR',
    ...changes,
  };
}

export function aToken(user: Pick<UserJson, 'id' | 'email' | 'role'> = aUser(), claims: { exp?: number } = {}): string {
  const part = (value: object) =>
    btoa(JSON.stringify(value)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
  const payload = { sub: user.id, email: user.email, role: user.role, ver: 1, use: 'session', ...claims };
  return `${part({ alg: 'HS256' })}.${part(payload)}.signature`;
}

export function anExpense(changes: Partial<ExpenseJson> = {}): ExpenseJson {
  return {
    id: 'expense-1',
    expense_id: 'EXP-0001',
    unique_id: 'expense-1',
    user_id: 'user-1',
    user_name: 'Ada Okafor',
    user_email: 'ada@example.com',
    created_at: '2026-03-06T09:00:00.000Z',
    submitted_at: '2026-03-06T09:00:00.000Z',
    updated_at: '2026-03-06T09:00:00.000Z',
    ...toClaimJson(
      completeDetails({
        date: '2026-03-05',
        category: 'Hotel',
        justification: 'Two nights in Nairobi',
        amount: '250',
        currency: 'USD',
        classification: 'support',
      }),
    ),
    currency_other: null,
    status: 'submitted',
    receipt: null,
    exchange_rate: 0.9,
    fetched_exchange_rate: 0.9,
    override_exchange_rate: null,
    override_reason: null,
    reimbursement_amount: 225,
    reimbursement_currency: 'EUR',
    admin_notes: null,
    question: null,
    approved_by_email: null,
    approved_at: null,
    amended_after_approval_by: null,
    duplicate_count: 0,
    revision: 0,
    head: 'ab'.repeat(32),
    paid_at: null,
    payment_id: null,
    receipt_name: null,
    receipt_content_type: null,
    receipt_sha256: null,
    receipt_reading: null,
    receipt_joined: [],
    reimbursement_reason: null,
    rate_source: 'ecb',
    rate_date: '2026-03-05',
    rate_stale: false,
    rate_provisional: false,
    ...changes,
  };
}

export function aDuplicate(changes: Partial<DuplicateJson> = {}): DuplicateJson {
  return { ...anExpense(), same_figures: true, same_receipt: false, ...changes };
}

export function aRun(changes: Partial<RunJson> = {}): RunJson {
  return {
    id: 'run-1',
    reference: 'RUN-2026-03-31-K7Q2M',
    started_at: '2026-03-31T10:00:00.000Z',
    started_by: { id: 'boss', email: 'boss@example.com' },
    counts: { open: 0, paid: 1, in_part: 0, refused: 0 },
    totals: [{ currency: 'EUR', expected_total: 225, paid_total: 225 }],
    payments: [aRunPayment()],
    ...changes,
  };
}

export function aRunPayment(changes: Partial<RunJson['payments'][number]> = {}): RunJson['payments'][number] {
  return {
    user_id: 'ada',
    user_name: 'Ada Okafor',
    user_email: 'ada@example.com',
    currency: 'EUR',
    expense_count: 2,
    expected_total: 225,
    status: 'paid',
    payment_id: 'payment-1',
    reference: 'PAY-3M5K0QY8RT',
    report_id: 'report-1',
    paid_count: 2,
    paid_total: 225,
    refusal: null,
    ended_at: '2026-03-31T10:00:01.000Z',
    ...changes,
  };
}

export function aReport(changes: Partial<ReportJson> = {}): ReportJson {
  return {
    id: 'report-1',
    filename: 'expense_report_Ada_Okafor_2026-03-31_a1b2c3d4.xlsx',
    user_id: 'user-1',
    user_name: 'Ada Okafor',
    user_currency: 'EUR',
    currency: 'EUR',
    generated_at: '2026-03-31T10:00:00.000Z',
    total_amount: 225,
    expense_count: 1,
    expense_ids: ['EXP-0001'],
    sp_xls_web_url: null,
    sp_folder_web_url: null,
    status: 'ready',
    payment_id: 'payment-1',
    missing_receipts: 0,
    failure_reason: null,
    retry_at: null,
    ...changes,
  };
}

export function trailState(changes: Partial<TrailStateJson> = {}): TrailStateJson {
  return { quarantined: 0, streams: [], log_broken: null, behind_events: 0, behind_seconds: 0, ...changes };
}

export function rateSources(changes: Partial<RateSourcesJson> = {}): RateSourcesJson {
  return {
    bundled: {
      source: '@fawazahmed0/currency-api',
      licence: 'CC0-1.0',
      built_at: '2026-03-06T03:00:00.000Z',
      newest_date: '2026-03-05',
      age_days: 1,
    },
    sources: [],
    refused: [],
    ...changes,
  };
}

export function noAnalytics(): AnalyticsJson {
  return {
    from: '2026-01',
    to: '2026-12',
    months: [],
    categories: [],
    classifications: [],
    currencies: [],
    people: [],
    outliers: [],
    days_to_approval: [],
    days_to_payment: [],
    unpaid: [],
  };
}
