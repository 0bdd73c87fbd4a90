import { getRunRoute, listAllReportsRoute, listRunsRoute, startRunRoute, type ExpenseJson } from '@outlay/contracts';
import { eventually } from '@outlay/testing/eventually';
import { readZip } from '@outlay/testing/read-zip';
import { readSheet } from 'read-excel-file/node';
import { startCompany, type Company } from './testing/company.js';

describe('a payment run', () => {
  let company: Company;
  beforeAll(async () => (company = await startCompany()));
  afterAll(() => company.close());

  const start = (shown: readonly ExpenseJson[]) => {
    const expenses = shown.map(({ id, revision, head }) => ({ id, revision, ...(head !== null && { head }) }));
    return company.api.call(startRunRoute, { as: company.root, json: { expenses } });
  };
  const ended = (id: string) =>
    eventually(async () => {
      const run = await company.api.call(getRunRoute, { as: company.root, params: { id } });
      return run.counts.open === 0 && run;
    });

  it('pays several people while nobody waits, and is listed', async () => {
    const { mia, paul } = company;
    const expenses = [
      await company.expense('approved', mia),
      await company.expense('approved', paul),
      await company.expense('approved', mia),
    ];
    const started = await start(expenses);
    expect(started.counts).toEqual({ open: 2, paid: 0, in_part: 0, refused: 0 });
    const run = await ended(started.id);
    expect(run).toMatchObject({
      reference: expect.stringMatching(/^RUN-\d{4}-\d\d-\d\d-[0-9A-Z]{5}$/) as string,
      started_by: { id: company.root.user.id, email: company.root.user.email },
      counts: { paid: 2 },
    });
    expect(run.payments.map(({ user_id, expense_count, status }) => [user_id, expense_count, status])).toEqual([
      [mia.user.id, 2, 'paid'],
      [paul.user.id, 1, 'paid'],
    ]);
    expect(new Set(run.payments.map(({ reference }) => reference)).size).toBe(2);
    const list = await company.api.call(listRunsRoute, { as: company.root });
    const { payments: _, ...summary } = run;
    expect(list[0]).toEqual(summary);
    // Before it was started, there was none.
    const as_of = new Date(Date.parse(run.started_at) - 1).toISOString();
    expect(
      (await company.api.call(listRunsRoute, { as: company.root, query: { as_of } })).map(({ id }) => id),
    ).not.toContain(run.id);
    const missing = await company.api.expectError('GET', `/api/admin/payment-runs/${run.id}`, {
      as: company.root,
      query: { as_of },
    });
    expect(missing).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });

  it('has all of it in one spreadsheet, one zip and one list of transfers', async () => {
    const { mia, paul } = company;
    const expenses = [await company.expense('approved', mia), await company.expense('approved', paul)];
    const { id } = await start(expenses);
    const download = (file: string) =>
      company.api.send('GET', `/api/admin/payment-runs/${id}/download`, { as: company.root, query: { file } });
    // From the start of the run: the first file that is given is whole.
    const whenGiven = (file: string) =>
      eventually(async () => {
        const found = await download(file);
        if (found.status !== 200) expect(found.body).toMatchObject({ code: 'REPORT_NOT_READY' });
        return found.status === 200 && found;
      });
    const transfers = await whenGiven('transfers');
    const zip = await whenGiven('zip');
    const run = await ended(id);
    const names = (await readZip(zip.bytes)).map(({ name }) => name);
    const reports = await company.api.call(listAllReportsRoute, { as: company.root });
    const own = reports.filter(({ payment_id }) => run.payments.some((payment) => payment.payment_id === payment_id));
    expect(own).toHaveLength(2);
    expect(names.filter((name) => name.endsWith('.xlsx')).toSorted()).toEqual(
      own.map(({ filename }) => filename).toSorted(),
    );
    expect(names.filter((name) => name.endsWith('.zip'))).toHaveLength(2);
    const { bytes } = await download('spreadsheet');
    const rows: readonly unknown[][] = await readSheet(bytes);
    const [head = [], ...lines] = rows;
    const cell = (line: unknown[], header: string) => line[head.indexOf(header)];
    expect(
      lines.map((line) => [
        cell(line, 'Payment Reference'),
        cell(line, 'Expense ID') ?? null,
        cell(line, 'Reimbursement'),
      ]),
    ).toEqual([
      ...run.payments.map(({ reference, paid_total }, index) => [reference, expenses[index]?.expense_id, paid_total]),
      [null, null, run.totals[0]?.paid_total],
    ]);
    expect(lines.at(-1)?.[0]).toBe('Total');
    expect(transfers.bytes.toString().split('\r\n').slice(1, 3)).toEqual(
      run.payments.map(
        ({ reference, user_name, user_email, paid_total }) =>
          `"${reference}","${user_name}","${user_email}",${paid_total},"EUR"`,
      ),
    );
  });
});
