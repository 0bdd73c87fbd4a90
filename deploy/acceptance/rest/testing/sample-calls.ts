import {
  addTripRoute,
  createAuditTokenRoute,
  createInviteRoute,
  createResetCodeRoute,
  expenseHistoryRoute,
  getRunRoute,
  listInvitesRoute,
  saveViewRoute,
  showDecisionRoute,
  startRunRoute,
  type ExpenseJson,
  type PermissionKey,
  type ReportJson,
} from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { PASSWORD, type Company, type Person } from './company.js';
import type { RequestOptions } from './api.js';
import { pdf } from './receipt-files.js';
import { whenReady } from './when-ready.js';

interface SampleCall extends Omit<RequestOptions, 'as'> {
  readonly params?: Readonly<Record<string, string>>;
}

interface SampleContext {
  readonly company: Company;
  readonly owner: Person;
  readonly report: ReportJson;
}
type Prepare = (context: SampleContext) => Promise<SampleCall> | SampleCall;

const about = ({ id }: ExpenseJson, others: SampleCall = {}): SampleCall => ({ params: { id }, ...others });
const ofReport = ({ report }: SampleContext): SampleCall => ({ params: { filename: report.filename } });
/** The payment of the report's expense, of which a snapshot has been made. */
const ofDecision = async ({ company, report }: SampleContext): Promise<SampleCall> => {
  const [id = ''] = report.expense_ids;
  const { history } = await company.api.call(expenseHistoryRoute, { as: company.root, params: { id } });
  const paid = history.find(({ event_type }) => event_type === 'ExpensePaid');
  const params = { id, revision: `${paid?.revision}` };
  await whenReady(() => company.api.call(showDecisionRoute, { as: company.root, params }));
  return { params };
};
/** Waits for the run's report: a run goes on by itself, and would change the lists while they are compared. */
export async function runDone(company: Company, id: string): Promise<void> {
  const as = company.root;
  const path = `/api/admin/payment-runs/${id}/download`;
  await eventually(async () => {
    const { status } = await company.api.send('GET', path, { as, query: { file: 'zip' } });
    const { counts } = await company.api.call(getRunRoute, { as, params: { id } });
    return counts.open === 0 && status === 200;
  });
}
const ofRun = async ({ company, owner }: SampleContext): Promise<SampleCall> => {
  const expenses = [await company.expense('approved', owner)].map(({ id, revision }) => ({ id, revision }));
  const { id } = await company.api.call(startRunRoute, { as: company.root, json: { expenses } });
  await runDone(company, id);
  return { params: { id } };
};
const savedView = async ({ company }: SampleContext, name: string): Promise<string> => {
  const json = { name: `${name} ${company.amount()}`, shared: true, filter: {} };
  return (await company.api.call(saveViewRoute, { as: company.root, json })).id;
};
const TRIP = { currency: 'KES', first_day: '2026-03-16', last_day: '2026-03-20' };
const trip = async ({ company, owner }: SampleContext) => {
  const json = { name: `Nairobi ${company.amount()}`, ...TRIP };
  return { id: (await company.api.call(addTripRoute, { as: owner, json })).id };
};
const nothing = (): SampleCall => ({});
/** Waits for the log at most once: no call waits for a new event. */
const ofLoggedEvent = async ({ company, owner }: SampleContext) => {
  const query = { stream: `account-${owner.user.id}`, revision: '0' };
  await eventually(async () => {
    const { status } = await company.api.send('GET', '/api/audit/proof/inclusion', { as: company.root, query });
    return status === 200;
  });
  return query;
};

/** Calls that change a resource get a new one. */
export const sampleCalls: Record<PermissionKey, Prepare> = {
  'POST /api/auth/login': ({ owner }) => ({ json: { email: owner.user.email, password: PASSWORD } }),
  'POST /api/auth/register': async ({ company }) => {
    const email = `guest-${company.amount()}@example.org`;
    const { token } = await company.api.call(createInviteRoute, { as: company.root, json: { email } });
    return {
      json: { email, password: PASSWORD, first_name: 'Gilda', last_name: 'Guest', invite_token: token },
    };
  },
  'POST /api/auth/reset-password-with-code': async ({ company }) => {
    const { user } = await company.addPerson('team_member');
    const { reset_code } = await company.api.call(createResetCodeRoute, { as: company.root, params: { id: user.id } });
    return { json: { email: user.email, code: reset_code, newPassword: PASSWORD } };
  },
  'GET /api/auth/me': nothing,
  'POST /api/auth/notices/dismiss': () => ({ json: { up_to: 'none' } }),
  'PUT /api/auth/password': () => ({ json: { currentPassword: PASSWORD, newPassword: PASSWORD } }),

  'GET /api/expenses': nothing,
  'GET /api/expenses/summary': nothing,
  'GET /api/expenses/duplicate-warning': nothing,
  'GET /api/expenses/changes': nothing,
  'POST /api/expenses': ({ company }) => ({ form: company.form() }),
  'PUT /api/expenses/{id}': async ({ company, owner }) =>
    about(await company.expense('submitted', owner), { form: company.form({ type: 'IT' }, null) }),
  'PUT /api/expenses/{id}/answer': async ({ company, owner }) =>
    about(await company.ask(await company.expense('submitted', owner)), { json: { answer: 'That of May' } }),
  'DELETE /api/expenses/{id}': async ({ company, owner }) => about(await company.expense('draft', owner)),
  'GET /api/expenses/{id}/audit': async ({ company, owner }) => about(await company.expense('submitted', owner)),
  'GET /api/expenses/{id}/why': async ({ company, owner }) => about(await company.expense('submitted', owner)),

  'GET /api/trips': nothing,
  'POST /api/trips': ({ company }) => ({ json: { name: `Nairobi ${company.amount()}`, ...TRIP } }),
  'PUT /api/trips/{id}': async (context) => ({ params: await trip(context), json: TRIP }),
  'DELETE /api/trips/{id}': async (context) => ({ params: await trip(context) }),

  'GET /api/admin/expenses-with-users': nothing,
  'GET /api/admin/expenses/summary': nothing,
  'GET /api/admin/expenses/states': nothing,
  'GET /api/admin/expenses/export': nothing,
  'GET /api/admin/expenses/changes': nothing,
  'GET /api/admin/analytics': nothing,
  'POST /api/admin/expenses': ({ company, owner }) => ({
    json: {
      user_id: owner.user.id,
      date: company.today(),
      category: 'Meals',
      justification: 'Forgotten lunch',
      amount: company.amount(),
      currency: 'EUR',
      status: 'submitted',
      no_receipt: true,
    },
  }),
  'PUT /api/admin/expenses/{id}': async ({ company, owner }) =>
    about(await company.expense('submitted', owner), { json: { metadata: { category: 'IT' } } }),
  'PUT /api/admin/expenses/{id}/approve': async ({ company, owner }) =>
    about(await company.expense('submitted', owner)),
  'PUT /api/admin/expenses/{id}/reject': async ({ company, owner }) =>
    about(await company.expense('submitted', owner), { json: { admin_notes: 'Which dinner?' } }),
  'PUT /api/admin/expenses/{id}/question': async ({ company, owner }) =>
    about(await company.expense('submitted', owner), { json: { question: 'Which dinner?' } }),
  'PUT /api/admin/expenses/{id}/unapprove': async ({ company, owner }) =>
    about(await company.expense('approved', owner)),
  'GET /api/admin/expenses/{id}/audit': async ({ company, owner }) => about(await company.expense('submitted', owner)),
  'GET /api/admin/expenses/{id}/decisions/{revision}': ofDecision,
  'GET /api/admin/expenses/{id}/decisions/{revision}/receipt': ofDecision,
  'GET /api/admin/expenses/{id}/duplicates': async ({ company, owner }) =>
    about(await company.expense('submitted', owner)),
  'POST /api/admin/expenses/bulk-mark-paid': async ({ company, owner }) => {
    const { expense_id, user_name } = await company.expense('approved', owner);
    return { json: { expense_ids: [expense_id], user_name } };
  },
  'POST /api/admin/payment-runs': async ({ company, owner }) => {
    const { id, revision } = await company.expense('approved', owner);
    return { json: { expenses: [{ id, revision }] } };
  },
  'GET /api/admin/payment-runs': nothing,
  'GET /api/admin/payment-runs/{id}': ofRun,
  'GET /api/admin/payment-runs/{id}/download': async (context) => ({
    ...(await ofRun(context)),
    query: { file: 'zip' },
  }),

  'GET /api/admin/views': nothing,
  'POST /api/admin/views': () => ({ json: { name: 'Trips', shared: true, filter: { category: 'Hotel' } } }),
  'PUT /api/admin/views/{id}': async (context) => ({
    params: { id: await savedView(context, 'Replaced') },
    json: {
      name: `Replaced ${context.company.amount()}`,
      shared: false,
      filter: { status: 'submitted', sort: 'oldest' },
    },
  }),
  'DELETE /api/admin/views/{id}': async (context) => ({ params: { id: await savedView(context, 'Removed') } }),

  'GET /api/admin/users': nothing,
  'PUT /api/admin/users/{id}/role': ({ owner }) => ({ params: { id: owner.user.id }, json: { first_name: 'Mia' } }),
  'POST /api/admin/users/{id}/reset-code': ({ owner }) => ({ params: { id: owner.user.id } }),
  'PUT /api/admin/users/{id}/pending-change': ({ owner }) => ({
    params: { id: owner.user.id },
    json: { change_id: 'none', answer: 'confirm' },
  }),
  'GET /api/admin/invites': nothing,
  'PUT /api/admin/invites/{id}/confirmation': async ({ company }) => {
    const [invite] = await company.api.call(listInvitesRoute, { as: company.root });
    return { params: { id: invite?.id ?? '' }, json: { answer: 'confirm' } };
  },
  'DELETE /api/admin/invites/{id}': async ({ company }) => {
    const json = { email: `revoked-${company.amount()}@example.org` };
    const { token } = await company.api.call(createInviteRoute, { as: company.root, json });
    const invites = await company.api.call(listInvitesRoute, { as: company.root });
    return { params: { id: invites.find((invite) => invite.token === token)?.id ?? '' } };
  },
  'POST /api/auth/invites': () => ({ json: { email: 'later@example.org' } }),

  'GET /api/admin/my-reports': nothing,
  'GET /api/admin/reports': nothing,
  'GET /api/admin/reports/{filename}/download': ofReport,
  'GET /api/admin/reports/{filename}/receipts-zip': ofReport,
  'GET /api/admin/reports/{filename}/json': ofReport,
  'POST /api/admin/reports/{filename}/retry': async ({ company, owner }) => ({
    params: { filename: (await company.report(owner)).filename },
  }),
  'GET /reports/{filename}': ofReport,

  'POST /api/uploads': () => {
    const form = new FormData();
    form.append('file', pdf());
    return { form };
  },
  'GET /uploads/{filename}': async ({ company, owner }) => {
    const { receipt } = await company.expense('submitted', owner);
    return { params: { filename: receipt ?? '' } };
  },
  'POST /api/signed-urls': ({ report }) => ({ json: { path: `/reports/${report.filename}` } }),

  'GET /api/audit/state': nothing,
  'GET /api/audit/events': nothing,
  'GET /api/audit/timeline': nothing,
  'GET /api/audit/schemas': nothing,
  'POST /api/audit/verifications': nothing,
  'GET /api/audit/verifications': nothing,
  'POST /api/audit/tokens': () => ({ json: { name: 'Ledger export' } }),
  'GET /api/audit/tokens': nothing,
  'DELETE /api/audit/tokens/{id}': async ({ company }) => {
    const { id } = await company.api.call(createAuditTokenRoute, { as: company.root, json: { name: 'Ended' } });
    return { params: { id } };
  },
  'GET /api/audit/people/{id}': ({ owner }) => ({ params: { id: owner.user.id } }),
  'GET /api/audit/checkpoint': async (context) => (await ofLoggedEvent(context), {}),
  'GET /api/audit/key': async (context) => (await ofLoggedEvent(context), {}),
  'GET /api/audit/key-changes': nothing,
  'GET /api/audit/tile/{path}': async (context) => {
    await ofLoggedEvent(context);
    const { bytes } = await context.company.api.send('GET', '/api/audit/checkpoint', { as: context.company.root });
    const [, size] = bytes.toString().split('\n');
    return { params: { path: Number(size) < 256 ? `0/000.p/${size}` : '0/000' } };
  },
  'GET /api/audit/proof-pack': async (context) => {
    await ofLoggedEvent(context);
    return { query: { person: context.owner.user.id } };
  },
  'GET /api/audit/proof/inclusion': async (context) => ({ query: await ofLoggedEvent(context) }),
  'GET /api/audit/proof/consistency': async (context) => (await ofLoggedEvent(context), { query: { from: '1' } }),

  'GET /api/admin/exchange-rate-sources': nothing,
  'GET /api/exchange-rate': ({ company }) => ({ query: { from: 'USD', to: 'EUR', date: company.today() } }),
  'GET /api/openapi.json': nothing,
  'GET /api/asyncapi.json': nothing,
  'GET /api/health/live': nothing,
  'GET /api/health/ready': nothing,
};
