import { createExpenseRoute, reviseExpenseRoute, type ExpenseJson } from '@outlay/contracts';
import { addDays, addDecimals, monthsBefore, multiplyDecimals, parseDecimal } from '@outlay/rules';
import sharp from 'sharp';
import { startOwnCompany, type Company, type Fields, type Person } from './testing/company.js';
import { fileOf } from './testing/receipt-files.js';

const FUTURE = 'Future dates are not allowed. Please select today or an earlier date.';
const TOO_OLD = 'Dates older than 12 months are not allowed. Please select a more recent date.';
const CURRENCY = 'Please enter a valid 3-letter currency code (e.g., USD, EUR)';
const VAT = 'Please enter a valid VAT amount (must be a positive number)';
const OVERRIDE = 'Override rate exceeds the ±5% limit or is invalid';

describe('validation of a claim (R-4)', () => {
  let company: Company;
  beforeAll(async () => (company = await startOwnCompany()));
  afterAll(() => company.close());

  const send = (over: Fields, as = company.mia, receipt?: File | null) =>
    company.api.send('POST', '/api/expenses', { as, form: company.form(over, receipt) });
  const refuse = (over: Fields, as = company.mia, receipt?: File | null) =>
    company.api.expectError('POST', '/api/expenses', { as, form: company.form(over, receipt) });
  const outcome = async (over: Fields, as?: Person) => {
    const { status, body } = await send(over, as);
    return status === 201 ? 'taken' : `${status} ${Object(body).message}`;
  };

  describe('date (R-4.3)', () => {
    const days = (n: number) => addDays(company.today(), n);

    it('the days around both ends of the allowed range', async () => {
      const oldest = monthsBefore(company.today(), 12);
      expect(await outcome({ date: days(0) })).toBe('taken');
      expect(await outcome({ date: days(1) })).toBe(`400 Cannot submit expense with invalid date. ${FUTURE}`);
      expect(await outcome({ date: oldest })).toBe('taken');
      expect(await outcome({ date: addDays(oldest, -1) })).toBe(
        `400 Cannot submit expense with invalid date. ${TOO_OLD}`,
      );
      expect(await outcome({ date: '1999-12-31' })).toBe(`400 Cannot submit expense with invalid date. ${TOO_OLD}`);
    });

    it('today is the client’s day, limited to one day around UTC', async () => {
      expect(await outcome({ date: days(1), today: days(1) })).toBe('taken');
      expect(await outcome({ date: days(2), today: days(2) })).toContain(FUTURE);
      expect(await outcome({ date: days(0), today: days(-1) })).toContain(FUTURE);
      expect(await outcome({ date: days(-1), today: days(-400) })).toBe('taken');
    });

    it.each(['2026-02-30', '2026-13-01', '31.01.2026', '2026-1-1', 'yesterday', '2026-01-01T00:00:00Z'])(
      'rejects the date %s, also in a draft',
      async (date) => {
        for (const status of ['draft', 'submitted']) {
          expect(await refuse({ date, status })).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
        }
      },
    );

    it('a draft has any day, or none, and no receipt (R-4.1)', async () => {
      for (const date of [days(30), '2019-05-05', null]) {
        expect((await send({ status: 'draft', date }, company.mia, null)).status).toBe(201);
      }
    });
  });

  describe('a complete form (R-4.2)', () => {
    it.each(['date', 'type', 'justification', 'amount', 'currency', 'classification'])(
      'a claim without %s is rejected, a draft accepted',
      async (field) => {
        for (const value of [null, '', '  ']) {
          expect(await refuse({ [field]: value })).toMatchObject({
            status: 400,
            message: expect.stringMatching(/ is required\.$/),
          });
        }
        expect((await send({ [field]: null, status: 'draft' })).status).toBe(201);
      },
    );

    it.each(['0', '0.01', '0.10', '7', '12.3', ' 5.00 ', '999999999999.99'])(
      'the amount %s is accepted (R-4.5)',
      async (amount) => {
        const expense = await company.claim({ amount });
        expect(expense.amount).toBe(Number(amount));
      },
    );

    it('limits the length of texts (R-13.1)', async () => {
      expect((await send({ justification: 'x'.repeat(2000) })).status).toBe(201);
      expect((await send({ justification: 'x'.repeat(2001) })).status).toBe(400);
    });
  });

  describe('currency (R-4.6)', () => {
    it.each(['', 'JP', 'JPYE', 'J1Y', 'J-Y', 'ÄÖÜ', 'OTHER', null])(
      'the code %s of an OTHER currency is rejected',
      async (currency_other) => {
        expect(await refuse({ currency: 'OTHER', currency_other })).toMatchObject({ status: 400, message: CURRENCY });
      },
    );

    it('a code is upper-cased; one that is not a currency is rejected with the same message', async () => {
      expect(await company.claim({ currency: 'OTHER', currency_other: ' sek ' })).toMatchObject({ currency: 'SEK' });
      expect(await company.claim({ currency: 'gbp' })).toMatchObject({ currency: 'GBP' });
      for (const currency of ['ABC', 'BTC', 'EURO', 'E']) {
        expect(await refuse({ currency })).toMatchObject({ status: 400, message: CURRENCY });
      }
      for (const retired of ['HRK', 'DEM', 'VEF', 'ZWL', 'SLL', 'XAU']) {
        expect(await refuse({ currency: 'OTHER', currency_other: retired })).toMatchObject({ status: 400 });
      }
    });
  });

  describe('VAT (R-4.8)', () => {
    const applicable = { classification: 'support', currency: 'EUR', type: 'Restaurant' };

    it.each<[Fields, boolean]>([
      [{}, true],
      [{ classification: 'mix' }, true],
      [{ type: 'Communication' }, true],
      [{ type: 'IT' }, true],
      [{ type: 'Other' }, true],
      [{ classification: 'investment' }, false],
      [{ currency: 'USD' }, false],
      [{ type: 'Plane / Train' }, false],
      [{ type: 'Hotel' }, false],
      [{ type: 'Taxi / Ride' }, false],
    ])('with %j it is stored: %s', async (change, kept) => {
      const expense = await company.claim({ ...applicable, ...change, vat_amount: '1.90' });
      expect(expense.vat_amount).toBe(kept ? 1.9 : null);
      expect(await outcome({ ...applicable, ...change })).toBe(kept ? `400 ${VAT}` : 'taken');
    });

    it.each(['-0.01', 'abc', '1,5', '0.001', '1e2'])('%s is rejected', async (vat_amount) => {
      expect(await refuse({ ...applicable, vat_amount })).toMatchObject({ status: 400, message: VAT });
    });

    it('0 is accepted', async () => {
      expect(await company.claim({ ...applicable, vat_amount: '0' })).toMatchObject({ vat_amount: 0 });
    });

    it.each(['draft', 'submitted'])(
      'above the amount is rejected in a %s claim; up to it is accepted',
      async (status) => {
        const message = 'Please enter a valid VAT amount (must not be greater than the amount)';
        const figures = { ...applicable, status, amount: '20.00' };
        expect(await refuse({ ...figures, vat_amount: '20.01' })).toMatchObject({ status: 400, message });
        expect(await company.claim({ ...figures, vat_amount: '20.00' })).toMatchObject({ vat_amount: 20 });
      },
    );

    it('with the declaration it is not required, and cleared (R-4.11)', async () => {
      const declared = { ...applicable, no_receipt: 'true' };
      for (const vat_amount of [null, '1.90']) {
        const expense = await company.claim({ ...declared, vat_amount }, { as: company.paul, receipt: null });
        expect(expense).toMatchObject({ vat_amount: null, no_receipt: true });
      }
    });
  });

  describe('receipt (R-4.9)', () => {
    it('a file is an image by its content, whatever its name says', async () => {
      const image = () => sharp({ create: { width: 8, height: 8, channels: 3, background: '#8ac' } });
      const good: [string, Promise<Buffer>][] = [
        ['image/jpeg', image().jpeg().toBuffer()],
        ['image/png', image().png().toBuffer()],
        ['image/webp', image().webp().toBuffer()],
        ['image/gif', image().gif().toBuffer()],
        ['image/avif', image().avif().toBuffer()],
      ];
      for (const [type, bytes] of good) {
        const file = fileOf(await bytes, 'scan.txt', 'text/plain');
        const { receipt_content_type, receipt } = await company.claim({}, { receipt: file });
        expect(receipt_content_type).toBe(type);
        expect(receipt).toMatch(new RegExp(`\\.(${type === 'image/jpeg' ? 'jpe?g' : type.slice(6)})$`));
      }
    });

    it('a team member needs a receipt to submit, but not for a draft (R-4.10)', async () => {
      expect(await refuse({}, company.mia, null)).toMatchObject({
        status: 400,
        message: 'Receipt is required for submission. Use "Save as Draft" to save without receipt.',
      });
      expect((await send({ status: 'draft' }, company.mia, null)).status).toBe(201);
    });

    it('a partner or super admin may declare instead (R-4.10)', async () => {
      const message =
        "Receipt is required for submission. You can either upload a receipt or declare on your honor that you don't have one.";
      for (const person of [company.paul, company.root]) {
        expect(await refuse({}, person, null)).toMatchObject({ status: 400, message });
        const declared = await company.claim({ no_receipt: 'true' }, { as: person, receipt: null });
        expect(declared).toMatchObject({ status: 'submitted', no_receipt: true, receipt: null });
      }
    });

    it('a team member’s declaration is 403, with or without a file (R-4.11)', async () => {
      const message = 'Receipt upload is required for all expense submissions';
      expect(await refuse({ no_receipt: 'true' }, company.mia, null)).toMatchObject({ status: 403, message });
      expect(await refuse({ no_receipt: 'true' })).toMatchObject({ status: 403, message });
      expect(await refuse({ no_receipt: 'perhaps' })).toMatchObject({ status: 400 });
    });

    it('a declaration with a file is ignored (R-4.11)', async () => {
      expect(await company.claim({ no_receipt: 'true' }, { as: company.paul })).toMatchObject({ no_receipt: false });
    });

    it('an edit keeps the existing receipt unless it removes it (R-4.10)', async () => {
      const { id, receipt } = await company.claim();
      const revise = (over: Fields) =>
        company.api.send('PUT', `/api/expenses/${id}`, { as: company.mia, form: company.form(over, null) });
      expect(await revise({ type: 'IT' })).toMatchObject({ status: 200, body: { expense: { receipt } } });
      expect((await revise({ remove_receipt: 'true' })).status).toBe(400);
      expect(await revise({ remove_receipt: 'true', status: 'draft' })).toMatchObject({
        status: 200,
        body: { expense: { receipt: null, status: 'draft' } },
      });
      expect((await revise({})).status).toBe(400);
    });
  });

  describe('override of the rate (R-5.6)', () => {
    const reason = { override_reason: 'Card statement' };
    const over = (rate: string) => ({ override_exchange_rate: rate, ...reason });

    it.each([
      ['1.050000', true],
      ['1.050001', false],
      ['0.950000', true],
      ['0.949999', false],
      ['0', false],
      ['-1', false],
      ['abc', false],
      ['1,02', false],
    ])('%s beside a fetched rate of 1 is accepted: %s', async (rate, good) => {
      expect(await outcome(over(rate), company.paul)).toBe(good ? 'taken' : `400 ${OVERRIDE}`);
    });

    it.each(['USD', 'KES', 'LBP'])('%s: accepts exactly 5% either way, rejects the next decimal', async (currency) => {
      const { fetched_exchange_rate } = await company.claim({ currency }, { as: company.paul });
      const fetched = parseDecimal(fetched_exchange_rate) ?? '';
      const [low, high] = [multiplyDecimals(fetched, '0.95'), multiplyDecimals(fetched, '1.05')];
      const step = '0.00000000000001';
      const by = (rate: string) => outcome({ currency, ...over(rate) }, company.paul);
      expect(await by(low)).toBe('taken');
      expect(await by(high)).toBe('taken');
      expect(await by(addDecimals([low, `-${step}`]))).toBe(`400 ${OVERRIDE}`);
      expect(await by(addDecimals([high, step]))).toBe(`400 ${OVERRIDE}`);
    });

    it.each([null, '', '   '])('the reason %j is rejected', async (override_reason) => {
      const rejected = await refuse({ override_exchange_rate: '1.01', override_reason }, company.paul);
      expect(rejected).toMatchObject({ status: 400, message: 'Please provide a reason for the override' });
    });

    it('is for partners and super admins; 403 for a team member (R-2.3)', async () => {
      expect(await refuse(over('1.01'))).toMatchObject({ status: 403, code: 'FORBIDDEN' });
      expect((await send(over('1.01'), company.root)).status).toBe(201);
    });
  });

  it('the same rules apply to an edit (R-4.2)', async () => {
    const { id } = await company.claim();
    const revise = (over: Fields) =>
      company.api.expectError('PUT', `/api/expenses/${id}`, { as: company.mia, form: company.form(over, null) });
    expect(await revise({ amount: '-1' })).toMatchObject({ status: 400 });
    expect(await revise({ date: addDays(company.today(), 1) })).toMatchObject({ status: 400 });
    expect(await revise({ classification: 'support' })).toMatchObject({ status: 400, message: VAT });
    expect(await revise({ no_receipt: 'true' })).toMatchObject({ status: 403 });
    expect(await revise(over5)).toMatchObject({ status: 403 });
  });

  it('accepts JSON instead of a form, with the same rules', async () => {
    const draft = { status: 'draft', amount: 9.5, currency: 'usd', vat_amount: null, no_receipt: false };
    const { expense } = await company.api.call(createExpenseRoute, { as: company.mia, json: draft });
    expect(expense).toMatchObject({ status: 'draft', amount: 9.5, currency: 'USD' });
    const params = { id: expense.expense_id };
    const revised = await company.api.call(reviseExpenseRoute, { as: company.mia, params, json: { status: 'draft' } });
    expect(revised.expense).toMatchObject({ amount: null, currency: null } satisfies Partial<ExpenseJson>);
  });

  // This test is last, because it moves the clock.
  it('a leap day: on 29 February, 28 February of the year before is the oldest', async () => {
    const leapDay = nextLeapDay(company.now());
    company.clock.forward(leapDay.getTime() - company.now().getTime());
    await company.login(company.mia);
    expect(company.today()).toMatch(/-02-29$/);
    const before = leapDay.getUTCFullYear() - 1;
    expect(await outcome({ date: `${before}-02-28` })).toBe('taken');
    expect(await outcome({ date: `${before}-02-27` })).toContain(TOO_OLD);
    expect(await outcome({ date: company.today() })).toBe('taken');
    company.clock.forward(24 * 60 * 60 * 1000);
    await company.login(company.mia);
    expect(await outcome({ date: `${before}-03-01` })).toBe('taken');
    expect(await outcome({ date: `${before}-02-28` })).toContain(TOO_OLD);
  });
});

const over5 = { override_exchange_rate: '1.05', override_reason: 'Bank' };

function nextLeapDay(now: Date): Date {
  for (let year = now.getUTCFullYear(); ; year += 1) {
    const day = new Date(Date.UTC(year, 1, 29, 12));
    if (day.getUTCMonth() === 1 && day > now) return day;
  }
}
