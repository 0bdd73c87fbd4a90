import { changePasswordRoute } from '@outlay/contracts';
import { eventually } from '@outlay/testing';
import { PASSWORD, startCompany, type Company, type Person } from './testing/company.js';

const STREAMS = [
  { path: '/api/expenses/changes', accept: '*/*' },
  { path: '/api/admin/expenses/changes', accept: '*/*' },
  { path: '/api/audit/events', accept: 'text/event-stream' },
];

describe('attacks on streams', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const open = ({ path, accept }: (typeof STREAMS)[number], { token }: Person) =>
    fetch(new URL(path, company.product.origin), { headers: { accept, authorization: `Bearer ${token}` } });
  const follow = async (person: Person) => {
    const replies = await Promise.all(STREAMS.map((stream) => open(stream, person)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    const ended = new Set<string>();
    replies.forEach(({ body }, at) => {
      const end = () => void ended.add(STREAMS[at]?.path ?? '');
      void body?.pipeTo(new WritableStream()).then(end, end);
    });
    return ended;
  };
  const update = (person: Person, json: object) =>
    company.api.send('PUT', `/api/admin/users/${person.user.id}/role`, { as: company.root, json });

  it('of a person who was deactivated, or whose password changed, end', async () => {
    const ina = await company.addPerson('super_admin');
    const pam = await company.addPerson('super_admin');
    const ended = await Promise.all([ina, pam].map(follow));
    await update(ina, { status: 'inactive' });
    const json = { currentPassword: PASSWORD, newPassword: `${PASSWORD}-2` };
    await company.api.call(changePasswordRoute, { as: pam, json });
    await eventually(() => ended.every(({ size }) => size === STREAMS.length));
  });

  it('of a person who was demoted end where the role is not admitted', async () => {
    const dan = await company.addPerson('super_admin');
    const ended = await follow(dan);
    await update(dan, { role: 'team_member' });
    await eventually(() => ended.size === STREAMS.length - 1);
    expect(ended).not.toContain('/api/expenses/changes');
    await update(dan, { status: 'inactive' });
    await eventually(() => ended.size === STREAMS.length);
  });

  it('400 of one person are not accepted, and leave others theirs', async () => {
    const [own] = STREAMS as [(typeof STREAMS)[number]];
    const greedy = await company.addPerson('team_member');
    const replies = await Promise.all(Array.from({ length: 400 }, () => open(own, greedy)));
    const refused = replies.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(350);
    expect(await refused[0]?.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: expect.any(String) });
    const other = await open(own, company.mia);
    expect(other.status).toBe(200);
    for (const { body, status } of [...replies, other]) if (status === 200) await body?.cancel();
    for (const { body } of refused.slice(1)) await body?.cancel();
    await eventually(async () => {
      const again = await open(own, greedy);
      await again.body?.cancel();
      return again.status === 200;
    });
  });
});
