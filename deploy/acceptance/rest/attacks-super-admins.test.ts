import * as contracts from '@outlay/contracts';
import {
  answerPendingChangeRoute,
  createInviteRoute,
  createResetCodeRoute,
  isOperation,
  listInvitesRoute,
  listUsersRoute,
  loginRoute,
  PERMISSIONS,
  type PermissionKey,
  type PendingChangeJson,
} from '@outlay/contracts';
import { PASSWORD, startOwnCompany, type Company, type Person } from './testing/company.js';

/** The password that an attacker sets, so that signing in with it succeeds only if the attack did. */
const TAKEN = 'Taken-0ver-Account';

type Changing = Exclude<PermissionKey, `GET ${string}`>;
interface Attack {
  readonly company: Company;
  /** The super admin who attacks, alone. */
  readonly root: Person;
  /** The other one, who is honest. */
  readonly kim: Person;
  /** The invite that root made before there was kim. */
  readonly earlyInvite: string;
}
/** The attack makes no super admin, and signs nobody in. */
const HARMLESS = null;

const send = ({ company: { api } }: Attack, method: string, path: string, as: Person | null, json?: object) =>
  api.send(method, path, { ...(as && { as }), ...(json && { json }) });
const register = (attack: Attack, token: string, email: string) =>
  send(attack, 'POST', '/api/auth/register', null, {
    email,
    password: TAKEN,
    first_name: 'Eve',
    last_name: 'Lo',
    invite_token: token,
  });
const invite = async (attack: Attack, email: string, as = attack.root) => {
  const { body } = await send(attack, 'POST', '/api/auth/invites', as, { email, role: 'super_admin' });
  const { token } = Object(body) as { token: string };
  const listed = await attack.company.api.call(listInvitesRoute, { as: attack.kim });
  return { token, id: listed.find((each) => each.token === token)?.id ?? '' };
};
const setRole = (attack: Attack, { user }: Person, json: object, as = attack.root) =>
  send(attack, 'PUT', `/api/admin/users/${user.id}/role`, as, json);
/** One super admin asks, and the other confirms. */
const byTwo = async (attack: Attack, whom: Person, json: object, [asks, confirms] = [attack.root, attack.kim]) => {
  const { body } = await setRole(attack, whom, json, asks);
  const { id } = Object(body).user.pending_change as PendingChangeJson;
  const answer = { as: confirms, params: { id: whom.user.id }, json: { change_id: id, answer: 'confirm' } } as const;
  await attack.company.api.call(answerPendingChangeRoute, answer);
};
const codeFor = async ({ company, root }: Attack, { user }: Person, as = root) =>
  (await company.api.call(createResetCodeRoute, { as, params: { id: user.id } })).reset_code;
const useCode = (attack: Attack, { user }: Person, code: string) =>
  send(attack, 'POST', '/api/auth/reset-password-with-code', null, { email: user.email, code, newPassword: TAKEN });
/** A third super admin, made by two. */
const third = async (attack: Attack) => {
  const person = await attack.company.addPerson('team_member');
  await byTwo(attack, person, { role: 'super_admin' });
  return person;
};

/** Every call that changes something: a new one fails to compile until it is listed, with what one person can try. */
const ATTACKS: Readonly<Record<Changing, ((attack: Attack) => Promise<unknown>) | typeof HARMLESS>> = {
  'POST /api/auth/register': async (attack) => {
    // An invite of the time when there was only one, and one of somebody who left.
    await register(attack, attack.earlyInvite, 'early@example.org');
    const lee = await third(attack);
    const { token, id } = await invite(attack, 'late@example.org', lee);
    await send(attack, 'PUT', `/api/admin/invites/${id}/confirmation`, attack.root, { answer: 'confirm' });
    await byTwo(attack, lee, { status: 'inactive' });
    await register(attack, token, 'late@example.org');
  },
  'POST /api/auth/invites': async (attack) => {
    const { token } = await invite(attack, 'eve@example.org');
    await register(attack, token, 'eve@example.org');
  },
  'PUT /api/admin/invites/{id}/confirmation': async (attack) => {
    const { token, id } = await invite(attack, 'eva@example.org');
    await send(attack, 'PUT', `/api/admin/invites/${id}/confirmation`, attack.root, { answer: 'confirm' });
    await register(attack, token, 'eva@example.org');
  },
  'PUT /api/admin/users/{id}/role': async (attack) => {
    await setRole(attack, attack.company.mia, { role: 'super_admin' });
    // Lee has left, and is to come back.
    const lee = await third(attack);
    await byTwo(attack, lee, { status: 'inactive' });
    await setRole(attack, lee, { status: 'active' });
  },
  'PUT /api/admin/users/{id}/pending-change': async (attack) => {
    const { paul } = attack.company;
    const { body } = await setRole(attack, paul, { role: 'super_admin' });
    const { id } = Object(body).user.pending_change as PendingChangeJson;
    const path = `/api/admin/users/${paul.user.id}/pending-change`;
    for (const as of [attack.root, paul]) await send(attack, 'PUT', path, as, { change_id: id, answer: 'confirm' });
  },
  'POST /api/admin/users/{id}/reset-code': async (attack) => {
    const { body } = await send(attack, 'POST', `/api/admin/users/${attack.kim.user.id}/reset-code`, attack.root);
    await useCode(attack, attack.kim, (Object(body) as { reset_code: string }).reset_code || '000000');
  },
  'POST /api/auth/reset-password-with-code': async (attack) => {
    // The code is for a partner who becomes a super admin before it is used.
    const ann = await attack.company.addPerson('partner');
    const code = await codeFor(attack, ann);
    await byTwo(attack, ann, { role: 'super_admin' });
    await useCode(attack, ann, code);
    // A super admin who has left made the code for a colleague.
    const [lee, bob] = [await third(attack), await attack.company.addPerson('partner')];
    await attack.company.login(lee);
    const late = await codeFor(attack, bob, lee);
    await byTwo(attack, lee, { role: 'team_member' });
    await byTwo(attack, lee, { role: 'super_admin' });
    await useCode(attack, bob, late);
    await byTwo(attack, bob, { role: 'super_admin' });
  },
  'PUT /api/auth/password': async (attack) =>
    send(attack, 'PUT', '/api/auth/password', attack.root, { currentPassword: 'Wrong-0ne-1', newPassword: TAKEN }),
  'POST /api/auth/login': async (attack) =>
    send(attack, 'POST', '/api/auth/login', null, { email: attack.kim.user.email, password: TAKEN }),
  'DELETE /api/admin/invites/{id}': async (attack) => {
    const { token, id } = await invite(attack, 'evi@example.org');
    await send(attack, 'DELETE', `/api/admin/invites/${id}`, attack.root);
    await register(attack, token, 'evi@example.org');
  },
  'POST /api/auth/notices/dismiss': HARMLESS,
  'POST /api/admin/views': HARMLESS,
  'PUT /api/admin/views/{id}': HARMLESS,
  'DELETE /api/admin/views/{id}': HARMLESS,
  'POST /api/trips': HARMLESS,
  'PUT /api/trips/{id}': HARMLESS,
  'DELETE /api/trips/{id}': HARMLESS,
  'POST /api/expenses': HARMLESS,
  'PUT /api/expenses/{id}': HARMLESS,
  'DELETE /api/expenses/{id}': HARMLESS,
  'PUT /api/expenses/{id}/answer': HARMLESS,
  'POST /api/admin/expenses': HARMLESS,
  'PUT /api/admin/expenses/{id}': HARMLESS,
  'PUT /api/admin/expenses/{id}/approve': HARMLESS,
  'PUT /api/admin/expenses/{id}/reject': HARMLESS,
  'PUT /api/admin/expenses/{id}/question': HARMLESS,
  'PUT /api/admin/expenses/{id}/unapprove': HARMLESS,
  'POST /api/admin/expenses/bulk-mark-paid': HARMLESS,
  'POST /api/admin/payment-runs': HARMLESS,
  'POST /api/admin/reports/{filename}/retry': HARMLESS,
  'POST /api/uploads': HARMLESS,
  'POST /api/signed-urls': HARMLESS,
  'POST /api/audit/verifications': HARMLESS,
  'POST /api/audit/tokens': HARMLESS,
  'DELETE /api/audit/tokens/{id}': HARMLESS,
};

/** The messages behind them that change accounts or invites. A new one fails below until its call is listed above. */
const MESSAGES = [
  'auth.add-trip',
  'auth.answer-pending-change',
  'auth.change-password',
  'auth.change-trip',
  // Reads the trail only.
  'auth.create-audit-token',
  'auth.create-reset-code',
  'auth.dismiss-notices',
  'auth.login',
  'auth.record-access',
  'auth.register',
  'auth.remove-trip',
  'auth.remove-view',
  'auth.reset-password',
  'auth.revoke-audit-token',
  'auth.save-view',
  'auth.update-user',
  'invites.answer',
  'invites.create',
  // The operator makes these at the first start, or with `npm run admin` (docs/operations.md).
  'invites.create-first',
  'invites.redeem',
  'invites.revoke',
];

describe('with FOUR_EYES on, one super admin alone', () => {
  let attack: Attack;
  beforeAll(async () => {
    const company = await startOwnCompany({ env: { FOUR_EYES: 'on' } });
    const { root, api } = company;
    const json = { email: 'early@example.org', role: 'super_admin' } as const;
    const { token } = await api.call(createInviteRoute, { as: root, json });
    attack = { company, root, kim: await company.addPerson('super_admin'), earlyInvite: token };
  });
  afterAll(() => attack.company.close());

  const superAdmins = async () => {
    const users = await attack.company.api.call(listUsersRoute, { as: attack.kim });
    return users.filter(({ status, role }) => status === 'active' && role === 'super_admin');
  };

  it.each(Object.entries(ATTACKS).filter(([, attempt]) => attempt !== HARMLESS))(
    'makes no super admin that two did not make: %s',
    async (_, attempt) => {
      const { root, kim, company } = attack;
      const { api } = company;
      await attempt?.(attack);
      const chiefs = await superAdmins();
      // All others have an event in which another super admin confirmed it.
      for (const { id, email } of chiefs.filter(({ id }) => id !== root.user.id && id !== kim.user.id)) {
        const { body } = await api.send('GET', `/api/audit/people/${id}`, { as: kim });
        const history = Object(body).history as { event_type: string; changed_by_email: string }[];
        const made = history.filter(({ event_type }) => event_type === 'ChangeConfirmed');
        expect([email, made.at(-1)?.changed_by_email]).toEqual([email, kim.user.email]);
      }
      await api.call(loginRoute, { json: { email: kim.user.email, password: PASSWORD } });
    },
  );

  // One test covers all attacks, since failed logins are counted.
  it('signs in as none of them', async () => {
    const chiefs = await superAdmins();
    expect(chiefs.length).toBeGreaterThan(4);
    for (const { email } of chiefs) {
      const json = { email, password: TAKEN };
      const { status } = await attack.company.api.send('POST', '/api/auth/login', { json });
      expect([email, status]).toEqual([email, 401]);
    }
  });

  it('has no other call or message to try', () => {
    const changing = Object.keys(PERMISSIONS).filter((key) => !key.startsWith('GET '));
    expect(Object.keys(ATTACKS).sort()).toEqual(changing.sort());
    const subjects = Object.values<unknown>(contracts)
      .filter(isOperation)
      .filter(({ subject, readOnly }) => /^(auth|invites)\./.test(subject) && readOnly !== true)
      .map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(MESSAGES);
  });
});
