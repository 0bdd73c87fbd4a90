import { Controller } from '@nestjs/common';
import {
  amendExpense,
  answerQuestion,
  approveExpense,
  askAboutExpense,
  auditExpense,
  explainExpense,
  createExpense,
  createOnBehalf,
  deleteDraft,
  findDuplicates,
  foreseeDuplicate,
  findReceipt,
  listExpenses,
  listVersions,
  OutlayError,
  getRun,
  listRuns,
  payExpenses,
  startRun,
  type RunView,
  recordUpload,
  rejectExpense,
  resolveRate,
  toExpenseJson,
  reviseExpense,
  revertExpense,
  showDecision,
  showAnalytics,
  summarizeExpenses,
  type AuditEntry,
  type ExpenseJson,
  type ExpenseView,
  type ListedState,
  completeDetails,
  type MessageContext,
  type ReceiptRef,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { by, explanation } from './sample-explanation.js';

/** The payment of each batch, by its first expense. */
const PAYMENTS: Readonly<Record<string, string>> = { unreported: 'payment-0', repeated: 'payment-2' };
const NOW = '2026-03-01T10:00:00.000Z';
const expense: ExpenseView = {
  id: '6f1c4c52-0c3a-4a55-9f57-0a4f3f7b6a01',
  expenseId: 'EXP-000001',
  uniqueId: 'u-1',
  revision: 3,
  head: 'ab'.repeat(32),
  userId: 'member',
  userName: 'Ada member',
  userEmail: 'member@example.com',
  status: 'submitted',
  ...completeDetails({
    date: '2026-02-27',
    category: 'Hotel',
    justification: 'Two nights',
    amount: '120.50',
    currency: 'USD',
    classification: 'support',
  }),
  receipt: null,
  rate: { rate: '0.92', effectiveDate: '2026-02-27', source: 'ecb', stale: false, provisional: false },
  override: null,
  reimbursementAmount: '110.86',
  reimbursementCurrency: 'EUR',
  reimbursementReason: null,
  adminNotes: null,
  question: null,
  approvedByEmail: null,
  approvedAt: null,
  amendedAfterApprovalBy: null,
  paidAt: null,
  paymentId: null,
  createdAt: NOW,
  submittedAt: NOW,
  updatedAt: NOW,
  duplicateCount: 0,
};

const asked = { text: 'Whose dinner?', askedByEmail: 'admin@example.com', askedAt: NOW, answer: null };

const entry: AuditEntry = {
  id: 'entry-1',
  action: 'created',
  fieldName: null,
  oldValue: null,
  newValue: '{}',
  changeSummary: 'Expense created',
  changedByEmail: 'member@example.com',
  changedByRole: 'team_member',
  createdAt: NOW,
  revision: 0,
  eventType: 'ExpenseDrafted',
};

const run: RunView = {
  id: 'run-1',
  reference: 'RUN-2026-03-01-K7Q2M',
  startedAt: '2026-03-01T10:00:00.000Z',
  startedBy: { id: 'admin', email: 'admin@example.com' },
  counts: { open: 0, paid: 0, inPart: 1, refused: 0 },
  totals: [{ currency: 'EUR', expectedTotal: '120.86', paidTotal: '110.86' }],
  payments: [
    {
      user: { id: 'member', name: 'Ada member', email: 'member@example.com' },
      currency: 'EUR',
      expenseCount: 2,
      expectedTotal: '120.86',
      state: 'in_part',
      paymentId: 'payment-1',
      paidCount: 1,
      paidTotal: '110.86',
      refusal: null,
      endedAt: '2026-03-01T10:00:01.000Z',
    },
  ],
};

@Controller()
export class TestExpenses {
  private readonly receipts = new Map<string, ReceiptRef>();
  static total = 3;
  static lastReceipt: ReceiptRef | null = null;
  static readonly created: [RequestOf<typeof createExpense>, MessageContext][] = [];
  static lastList: RequestOf<typeof listExpenses> | null = null;
  static lastFigures: Pick<RequestOf<typeof payExpenses>, 'expectedTotal' | 'revisions' | 'heads'> | null = null;
  static failsAt: string | null = 'never';

  static changes = 0;

  @Handles(listVersions)
  async versions({ userIds }: RequestOf<typeof listVersions>) {
    const own = userIds.map((id) => [id, `1.${id}.${TestExpenses.changes}`]);
    return { all: `1.all.${TestExpenses.changes}`, own: Object.fromEntries(own) };
  }

  @Handles(summarizeExpenses)
  async summary() {
    const total = { status: 'submitted' as const, reimbursementCurrency: 'EUR' as const, count: 2, total: '12.30' };
    return { totals: [total], categories: ['Hotel'], complete: true };
  }

  @Handles(showAnalytics)
  async analytics() {
    const spent = { key: '2026-03', currency: 'EUR', count: 2, total: '12.30', people: null };
    return {
      ...{ from: '2026-03', to: '2026-03', months: [spent], categories: [], classifications: [], currencies: [] },
      ...{ people: [], outliers: [], approval: [{ days: 1, count: 2 }], payment: [], unpaid: [{ ...spent, key: '7' }] },
    };
  }

  @Handles(listExpenses)
  async list(request: RequestOf<typeof listExpenses>, { actor }: MessageContext) {
    const { scope, limit, cursor, states } = request;
    TestExpenses.lastList = request;
    if (cursor === TestExpenses.failsAt) throw new OutlayError('SERVICE_UNAVAILABLE', 'The list is down.');
    const start = Number(cursor ?? 0);
    const end = Math.min(start + limit, TestExpenses.total);
    const owner = scope === 'own' ? { userId: actor?.id ?? '' } : {};
    const expenses = Array.from({ length: end - start }, (_, i) =>
      toExpenseJson({ ...expense, ...owner, id: `e-${start + i}` }),
    );
    return {
      version: '1.now',
      expenses: Buffer.from(JSON.stringify(states ? expenses.map(stateOf) : expenses)),
      nextCursor: end < TestExpenses.total ? String(end) : null,
    };
  }

  @Handles(createExpense)
  async create(request: RequestOf<typeof createExpense>, context: MessageContext) {
    const { actor, idempotencyKey } = context;
    const { status, details, receipt } = request;
    TestExpenses.created.push([request, context]);
    TestExpenses.lastReceipt = receipt;
    if (receipt) this.receipts.set(receipt.fileName, receipt);
    // Exposes the idempotency key to the test.
    const uniqueId = idempotencyKey ?? 'no key';
    return { expense: { ...expense, ...details, status, receipt, uniqueId, userId: actor?.id ?? '' } };
  }

  @Handles(reviseExpense)
  async revise(request: RequestOf<typeof reviseExpense>) {
    const { id, status, details, receipt, expectedRevision } = request;
    if (expectedRevision === 1) throw new OutlayError('VERSION_CONFLICT', 'Somebody changed it.', { revision: 3 });
    return { expense: { ...expense, ...details, expenseId: id, status, receipt } };
  }

  @Handles(deleteDraft)
  async delete() {
    return { deleted: true as const };
  }

  @Handles(auditExpense)
  async audit() {
    return { entries: [entry] };
  }

  @Handles(explainExpense)
  async explain() {
    return explanation;
  }

  @Handles(showDecision)
  async decision(): Promise<ReplyOf<typeof showDecision>> {
    const shown = { expense, duplicates: [] };
    return {
      expenseId: 'EXP-1',
      action: 'approved',
      by: { ...by, eventType: 'ExpenseApproved', revision: 1 },
      reason: null,
      paymentId: null,
      dismissedDuplicates: [],
      basis: { revision: 0, head: expense.head, receiptSha256: null },
      sent: null,
      sentMatches: null,
      then: shown,
      now: shown,
    };
  }

  @Handles(createOnBehalf)
  async createOnBehalf({ userId, details, receipt }: RequestOf<typeof createOnBehalf>) {
    return { expense: { ...expense, ...details, userId, receipt } };
  }

  @Handles(amendExpense)
  async amend() {
    return { expense };
  }

  @Handles(approveExpense)
  async approve() {
    return { expense: { ...expense, status: 'approved' as const } };
  }

  @Handles(rejectExpense)
  async reject({ reason }: RequestOf<typeof rejectExpense>) {
    return { expense: { ...expense, status: 'rejected' as const, adminNotes: reason } };
  }

  @Handles(askAboutExpense)
  async ask({ question }: RequestOf<typeof askAboutExpense>) {
    return { expense: { ...expense, question: { ...asked, text: question } } };
  }

  @Handles(answerQuestion)
  async answer({ answer }: RequestOf<typeof answerQuestion>) {
    return { expense: { ...expense, question: { ...asked, answer: { text: answer, at: expense.updatedAt } } } };
  }

  @Handles(revertExpense)
  async revert({ note }: RequestOf<typeof revertExpense>) {
    return { expense: { ...expense, adminNotes: note } };
  }

  @Handles(findDuplicates)
  async duplicates() {
    return { duplicates: [{ expense: toExpenseJson(expense), sameFigures: true, sameReceipt: false }] };
  }

  @Handles(foreseeDuplicate)
  async foresee() {
    const message = 'EXP-0001 has the same receipt.';
    return { sameFigures: null, sameReceipt: { expenseId: 'EXP-0001', justification: 'Lunch', message } };
  }

  @Handles(payExpenses)
  async pay({ ids, expectedTotal, revisions, heads }: RequestOf<typeof payExpenses>) {
    TestExpenses.lastFigures = { expectedTotal, revisions, heads };
    const shown = { revision: 3, status: 'approved', reimbursementAmount: '90.00' } as const;
    const isChanged = (id: string) => id === 'changed';
    const changed = ids.filter(isChanged).map((id) => ({ expenseId: id, expected: null, actual: shown }));
    return {
      paymentId: PAYMENTS[ids[0] ?? ''] ?? 'payment-1',
      paidCount: ids.length - changed.length,
      skipped: { alreadyPaid: [], changed },
    };
  }

  @Handles(startRun)
  async startRun() {
    return run;
  }

  @Handles(getRun)
  async run() {
    return run;
  }

  @Handles(listRuns)
  async runs() {
    return { runs: [run], nextCursor: null };
  }

  @Handles(recordUpload)
  async recordUpload({ receipt }: RequestOf<typeof recordUpload>) {
    this.receipts.set(receipt.fileName, receipt);
    return { receipt };
  }

  @Handles(findReceipt)
  async findReceipt({ fileName }: RequestOf<typeof findReceipt>) {
    const receipt = this.receipts.get(fileName);
    if (!receipt) throw new OutlayError('NOT_FOUND', 'Receipt not found');
    return { receipt, ownerId: 'member' };
  }

  @Handles(resolveRate)
  async resolveRate() {
    return { rate: '0.921234', effectiveDate: '2026-02-27', source: 'ecb', stale: false, provisional: true };
  }
}

const stateOf = ({ expense_id, revision, user_name, duplicate_count }: ExpenseJson): ListedState => ({
  ...{ expense_id, revision, user_name, duplicate_count },
});
