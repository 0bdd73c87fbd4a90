import {
  listAllExpensesRoute,
  listOwnReportsRoute,
  loginRoute,
  type ExpenseJson,
  type ReportJson,
  type UserJson,
} from '@outlay/contracts';
import { DEMO_PASSWORD, RestClient } from '@outlay/seed';

const PEOPLE = {
  member: 'wanjiru.kamau@demo.example',
  partner: 'ingrid.solberg@demo.example',
  admin: 'amelie.laurent@demo.example',
} as const;
export type Role = keyof typeof PEOPLE;

export interface Login {
  readonly user: UserJson;
  readonly token: string;
}

export interface Company {
  readonly origin: string;
  readonly logins: Readonly<Record<Role, Login>>;
}

export interface SampleCompany extends Company {
  readonly expenses: readonly ExpenseJson[];
  /** @throws Error that names `what` if there is none */
  find(what: string, matches: (expense: ExpenseJson) => boolean): ExpenseJson;
  own(role: Role, status: ExpenseJson['status']): ExpenseJson;
  readonly report: ReportJson;
}

export async function loadSampleCompany(origin: string): Promise<SampleCompany> {
  const api = new RestClient(origin);
  const logIn = (email: string) => api.call(loginRoute, { body: { email, password: DEMO_PASSWORD } });
  const [member, partner, admin] = await Promise.all([
    logIn(PEOPLE.member),
    logIn(PEOPLE.partner),
    logIn(PEOPLE.admin),
  ]);
  const logins = { member, partner, admin };
  const expenses = await api.call(listAllExpensesRoute, { token: admin.token });
  const {
    reports: [report],
  } = await api.call(listOwnReportsRoute, { token: member.token });
  if (!report) throw new Error('The sample company has no report');
  const find: SampleCompany['find'] = (what, matches) => {
    const found = expenses.find(matches);
    if (!found) throw new Error(`The sample company has no ${what}`);
    return found;
  };
  return {
    origin,
    logins,
    expenses,
    find,
    own: (role, status) =>
      find(`${status} expense of ${role}`, (each) => each.user_id === logins[role].user.id && each.status === status),
    report,
  };
}
