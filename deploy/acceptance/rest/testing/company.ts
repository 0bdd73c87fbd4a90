import { randomUUID } from 'node:crypto';
import {
  approveExpenseRoute,
  askAboutExpenseRoute,
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
import { claimForm } from '@outlay/testing/claims';
import { FIRST_ADMIN, PASSWORD } from '@outlay/harness/testing/people';
import { Api } from './api.js';
import { sharedProduct, startProduct, type MovableClock, type Product } from './product.js';
import { pdf } from './receipt-files.js';

export { PASSWORD };

export interface Person {
  readonly user: UserJson;
  token: string;
}

export type Fields = Readonly<Record<string, string | null>>;

interface ClaimOptions {
  readonly as?: Person;
  readonly receipt?: File | null;
}

export class Company {
  private made = 0;

  constructor(
    readonly product: Product,
    readonly api: Api,
    readonly root: Person,
    readonly mia: Person,
    readonly paul: Person,
    private readonly domain: string,
  ) {}

  async close(): Promise<void> {
    if (this.product.isShared) await this.demoteChiefs();
    await this.product.close();
  }

  /** Other files expect the first super admin to be the only one. */
  private async demoteChiefs(): Promise<void> {
    const as = await logIn(this.api, this.root.user.email);
    for (const { id, role } of await this.users(as)) {
      if (role !== 'super_admin' || id === as.user.id) continue;
      await this.api.send('PUT', `/api/admin/users/${id}/role`, { as, json: { role: 'team_member' } });
    }
  }

  now(): Date {
    return this.product.clock.now();
  }

  today(): string {
    return this.now().toISOString().slice(0, 10);
  }

  async addPerson(role: AssignableRole, currency?: ReimbursementCurrency): Promise<Person> {
    this.made += 1;
    return addPerson(this.api, this.root, role, `Person${this.made}`, this.domain, currency);
  }

  get clock(): MovableClock {
    return this.product.clock;
  }

  users(as = this.root): Promise<UserJson[]> {
    return this.api.call(listUsersRoute, { as });
  }

  async login(person: Person): Promise<void> {
    const json = { email: person.user.email, password: PASSWORD };
    person.token = (await this.api.call(loginRoute, { json })).token;
  }

  /** Each amount is unique, which avoids duplicates. */
  amount(): string {
    this.made += 1;
    return (20 + this.made / 100).toFixed(2);
  }

  private newReceipt(): File {
    this.made += 1;
    return pdf(`receipt ${this.domain} ${this.made}`);
  }

  form(over: Fields = {}, receipt: File | null = this.newReceipt()): FormData {
    return claimForm({ date: this.today(), amount: this.amount(), ...over }, receipt ?? undefined);
  }

  async claim(over: Fields = {}, { as = this.mia, receipt }: ClaimOptions = {}): Promise<ExpenseJson> {
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

  async ask({ id }: ExpenseJson): Promise<ExpenseJson> {
    const ask = { as: this.root, params: { id }, json: { question: 'Whose dinner?' } };
    return (await this.api.call(askAboutExpenseRoute, ask)).expense;
  }

  pay(...expenses: readonly ExpenseJson[]) {
    const json = { expense_ids: expenses.map(({ expense_id }) => expense_id), user_name: expenses[0]?.user_name };
    return this.api.call(payExpensesRoute, { as: this.root, json });
  }

  async expense(status: Status, as = this.mia, over: Fields = {}): Promise<ExpenseJson> {
    const expense = await this.claim({ ...over, status: status === 'draft' ? 'draft' : 'submitted' }, { as });
    if (status === 'rejected') return this.reject(expense);
    if (status === 'approved') return this.approve(expense);
    if (status !== 'paid') return expense;
    await this.pay(await this.approve(expense));
    return { ...expense, status };
  }

  async report(as = this.mia, expenses = 1): Promise<ReportJson> {
    const approved = [];
    for (let n = 0; n < expenses; n += 1) approved.push(await this.expense('approved', as));
    return this.reportOf(...approved);
  }

  async reportOf(...expenses: readonly ExpenseJson[]): Promise<ReportJson> {
    const { payment_id } = await this.pay(...expenses);
    return eventually(async () => {
      const reports = await this.api.call(listAllReportsRoute, { as: this.root });
      return reports.find((report) => report.payment_id === payment_id && report.status === 'ready');
    });
  }
}

/** A company of people of its own, in a product that other test files use as well. */
export async function startCompany(): Promise<Company> {
  return createCompany(await sharedProduct());
}

export async function startOwnCompany(options?: Parameters<typeof startProduct>[0]): Promise<Company> {
  const product = await startProduct(options);
  try {
    return await createCompany(product);
  } catch (error) {
    await product.close();
    throw error;
  }
}

export async function createCompany(product: Product): Promise<Company> {
  const api = await Api.of(product);
  const domain = `${randomUUID()}.example.org`;
  const invite = await product.firstInvite();
  const { email, first, last } = FIRST_ADMIN;
  if (invite !== null) await register(api, invite, email, { first_name: first, last_name: last });
  const root = await logIn(api, email);
  const mia = await addPerson(api, root, 'team_member', 'Mia', domain);
  const paul = await addPerson(api, root, 'partner', 'Paul', domain);
  return new Company(product, api, root, mia, paul, domain);
}

async function addPerson(
  api: Api,
  root: Person,
  role: AssignableRole,
  first: string,
  domain: string,
  currency?: ReimbursementCurrency,
): Promise<Person> {
  const email = `${first.toLowerCase()}@${domain}`;
  const { token } = await api.call(createInviteRoute, { as: root, json: { email, role } });
  await register(api, token, email, { first_name: first, last_name: 'Tester', reimbursement_currency: currency });
  return logIn(api, email);
}

interface Registration {
  readonly first_name: string;
  readonly last_name: string;
  readonly reimbursement_currency?: ReimbursementCurrency;
}

async function register(api: Api, invite: string, email: string, person: Registration): Promise<void> {
  const json = { reimbursement_currency: 'EUR', ...person, email, password: PASSWORD, invite_token: invite };
  await api.call(registerRoute, { json });
}

function logIn(api: Api, email: string): Promise<Person> {
  return api.call(loginRoute, { json: { email, password: PASSWORD } });
}
