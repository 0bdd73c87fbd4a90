import {
  approveExpenseRoute,
  createExpenseRoute,
  createInviteRoute,
  listAllReportsRoute,
  listUsersRoute,
  loginRoute,
  payExpensesRoute,
  registerRoute,
  rejectExpenseRoute,
  type ExpenseJson,
  type ReportJson,
  type UserJson,
} from '@outlay/contracts';
import type { AssignableRole, ReimbursementCurrency, Status } from '@outlay/rules';
import { eventually } from '@outlay/testing';
import { claimForm } from '@outlay/harness/testing/forms';
import { Api } from './api.js';
import { startProduct, type MovableClock, type Product } from './product.js';
import { pdf } from './receipt-files.js';

export const PASSWORD = 'Correct-Horse-7';
/** What the start of a product and its people may take on a busy machine. */
export const START_MS = 60_000;

export interface Person {
  readonly user: UserJson;
  token: string;
}

export type Fields = Readonly<Record<string, string | null>>;

interface Claiming {
  /** Mia, where nobody is named. */
  readonly as?: Person;
  /** A PDF where none is named; null for no file. */
  readonly receipt?: File | null;
}

/** A product with people in it, and the ways by which things of theirs come to be, all over REST. */
export class Company {
  private made = 0;

  constructor(
    readonly product: Product,
    readonly api: Api,
    /** The first super admin. */
    readonly root: Person,
    readonly mia: Person,
    readonly paul: Person,
  ) {}

  close(): Promise<void> {
    return this.product.close();
  }

  now(): Date {
    return this.product.clock?.now() ?? new Date();
  }

  /** The product's day in UTC. */
  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  hire(role: AssignableRole, currency?: ReimbursementCurrency): Promise<Person> {
    this.made += 1;
    return hire(this.api, this.root, role, `Person${this.made}`, currency);
  }

  /** The product's clock; where it cannot be moved, whoever wants to is told. */
  get clock(): MovableClock {
    if (!this.product.clock) throw new Error('The clock of this composition cannot be moved.');
    return this.product.clock;
  }

  /** Everybody there is, as a super admin sees them. */
  users(as = this.root): Promise<UserJson[]> {
    return this.api.call(listUsersRoute, { as });
  }

  /** A new session for somebody whose token is over. */
  async login(person: Person): Promise<void> {
    const json = { email: person.user.email, password: PASSWORD };
    person.token = (await this.api.call(loginRoute, { json })).token;
  }

  /** An amount nobody has claimed before, so that no claim looks like another. */
  amount(): string {
    this.made += 1;
    return (20 + this.made / 100).toFixed(2);
  }

  /** The form of a complete claim; a field that is null is left out. */
  form(over: Fields = {}, receipt: File | null = pdf()): FormData {
    return claimForm({ date: this.today(), amount: this.amount(), ...over }, receipt ?? undefined);
  }

  async claim(over: Fields = {}, { as = this.mia, receipt }: Claiming = {}): Promise<ExpenseJson> {
    const { expense } = await this.api.call(createExpenseRoute, { as, form: this.form(over, receipt) });
    return expense;
  }

  async approve({ id }: ExpenseJson): Promise<ExpenseJson> {
    const ask = { as: this.root, params: { id }, json: { approve_anyway: true } };
    return (await this.api.call(approveExpenseRoute, ask)).expense;
  }

  async reject({ id }: ExpenseJson): Promise<ExpenseJson> {
    const ask = { as: this.root, params: { id }, json: { admin_notes: 'Blurred receipt' } };
    return (await this.api.call(rejectExpenseRoute, ask)).expense;
  }

  /** Pays approved expenses of one user. */
  pay(...expenses: readonly ExpenseJson[]) {
    const json = { expense_ids: expenses.map(({ expense_id }) => expense_id), user_name: expenses[0]?.user_name };
    return this.api.call(payExpensesRoute, { as: this.root, json });
  }

  /** A fresh expense in a status, complete with receipt. */
  async expense(status: Status, as = this.mia, over: Fields = {}): Promise<ExpenseJson> {
    const expense = await this.claim({ ...over, status: status === 'draft' ? 'draft' : 'submitted' }, { as });
    if (status === 'rejected') return this.reject(expense);
    if (status === 'approved') return this.approve(expense);
    if (status !== 'paid') return expense;
    await this.pay(await this.approve(expense));
    return { ...expense, status };
  }

  /** A fresh payment's report, ready to be read. */
  async report(as = this.mia, expenses = 1): Promise<ReportJson> {
    const approved = [];
    for (let n = 0; n < expenses; n += 1) approved.push(await this.expense('approved', as));
    return this.reportOf(...approved);
  }

  /** Pays approved expenses of one user, and waits for their report. */
  async reportOf(...expenses: readonly ExpenseJson[]): Promise<ReportJson> {
    const { payment_id } = await this.pay(...expenses);
    return eventually(async () => {
      const reports = await this.api.call(listAllReportsRoute, { as: this.root });
      return reports.find((report) => report.payment_id === payment_id && report.status === 'ready');
    });
  }
}

/** A product with a super admin (Rosa Root), a team member (Mia) and a partner (Paul). */
export async function startCompany(options: Parameters<typeof startProduct>[0] = {}): Promise<Company> {
  const product = await startProduct(options);
  const api = await Api.of(product);
  const root = await signUp(api, (await product.firstInvite()) ?? '', 'Rosa', 'Root');
  const mia = await hire(api, root, 'team_member', 'Mia');
  const paul = await hire(api, root, 'partner', 'Paul');
  return new Company(product, api, root, mia, paul);
}

async function hire(
  api: Api,
  root: Person,
  role: AssignableRole,
  first: string,
  currency?: ReimbursementCurrency,
): Promise<Person> {
  const json = { email: emailOf(first), role };
  const { token } = await api.call(createInviteRoute, { as: root, json });
  return signUp(api, token, first, 'Tester', currency);
}

async function signUp(
  api: Api,
  invite: string,
  first: string,
  last: string,
  currency: ReimbursementCurrency = 'EUR',
): Promise<Person> {
  const login = { email: emailOf(first), password: PASSWORD };
  const names = { first_name: first, last_name: last };
  const json = { ...login, ...names, reimbursement_currency: currency, invite_token: invite };
  await api.call(registerRoute, { json });
  return api.call(loginRoute, { json: login });
}

function emailOf(first: string): string {
  return `${first.toLowerCase()}@example.org`;
}
