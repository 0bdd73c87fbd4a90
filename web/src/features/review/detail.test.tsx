import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson } from '@outlay/contracts';
import { paymentReference } from '@outlay/rules';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, answerFile, breakDown, expectAccessible, refuse } from '#app/testing';
import { DUPLICATES, claim, paidDuplicate, reviewed, sheet } from './testing';

describe('quick actions', () => {
  test.each([
    ['draft', ['Mark as Submitted u', 'Reject r', 'Approve a']],
    ['submitted', ['Reject r', 'Approve a']],
    ['approved', ['Mark as Submitted u', 'Reject r']],
    ['rejected', ['Mark as Submitted u', 'Approve a']],
    ['paid', []],
  ] as const)('of a %s expense and their keys are %j', async (status, actions) => {
    reviewed({ expense: { ...claim, status } });
    const { findByText, queryAllByRole } = await sheet();
    await findByText('0 potential dupes');
    const names = queryAllByRole('button', { name: /^(Mark as Submitted|Reject|Approve)$/ });
    expect(names.map((button) => button.textContent)).toEqual(actions);
  });
});

describe('the detail of an expense', () => {
  test('of a paid one has the reference of its payment', async () => {
    const payment_id = '0e159c56-8f32-4254-91d0-b15089256700';
    reviewed({ expense: { ...claim, status: 'paid', paid_at: '2026-03-08T09:00:00.000Z', payment_id } });
    expect(await (await sheet()).findByText(paymentReference(payment_id))).toBeVisible();
  });

  test('shows its figures, its override, its duplicates, its history and its receipt', async () => {
    reviewed({
      expense: {
        ...claim,
        status: 'approved',
        amount: 100,
        currency: 'EUR',
        vat_amount: 19,
        classification: null,
        exchange_rate: 1.122,
        fetched_exchange_rate: 1.1,
        override_exchange_rate: 1.122,
        override_reason: 'Card statement',
        reimbursement_amount: 112.2,
        reimbursement_currency: 'USD',
        approved_by_email: 'boss@example.com',
        approved_at: '2026-03-07T09:00:00.000Z',
        receipt: 'stored.png',
        receipt_name: 'hotel.png',
      },
      handlers: [
        answer(DUPLICATES, { duplicates: [paidDuplicate] }),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
        answer('GET /api/admin/expenses/{id}/audit', {
          history: [
            {
              id: 'entry-1',
              action: 'created',
              field_name: null,
              old_value: null,
              new_value: '{}',
              change_summary: 'Expense submitted',
              changed_by_email: 'ada@example.com',
              changed_by_role: 'team_member',
              created_at: '2026-03-06T09:00:00.000Z',
              revision: 0,
              event_type: 'ExpenseSubmitted',
            },
          ],
        }),
      ],
    });
    const detail = await sheet();
    const fact = (label: string) => detail.getByText(label).nextSibling;
    expect(fact('Amount')).toHaveTextContent('100.00 EUR');
    expect(fact('Reimbursed amount')).toHaveTextContent('112.20 USD');
    expect(fact('VAT')).toHaveTextContent('19.00 EUR (19.00% of the total in EUR)');
    expect(fact('Exchange rate')).toHaveTextContent('1.1220 EUR/USD');
    expect(fact('Classification')).toHaveTextContent('Not provided');
    expect(fact('Approved by')).toHaveTextContent('boss@example.com');
    expect(detail.getByText('OVERRIDDEN')).toBeVisible();
    expect(detail.getByText(/Original fetched rate/)).toHaveTextContent('1.1000 (+2.00%)');
    expect(detail.getByText('Card statement')).toBeVisible();
    expect(await detail.findByText('1 potential dupes')).toBeVisible();
    expect(detail.getByText('The same stay')).toBeVisible();
    expect(await detail.findByText('Expense submitted')).toBeVisible();
    expect(await detail.findByRole('img', { name: 'Receipt hotel.png' })).toBeVisible();
    expect(detail.getByRole('button', { name: 'Open in new tab' })).toBeEnabled();
    expect(detail.getByRole('button', { name: 'Download' })).toBeEnabled();
    await expectAccessible();
  });

  describe('what its receipt says', () => {
    const reading = { source: 'e-invoice' as const, due: null, merchant: 'Gasthof Krone GmbH' };
    const paper = { ...reading, total: 26.29, date: '2026-03-05', currency: 'EUR', vat: 4.2 };
    const same = { amount: 26.29, currency: 'EUR', date: '2026-03-05', vat_amount: 4.2, receipt_reading: paper };

    test.each<[string, Partial<ExpenseJson>, string[]]>([
      ['the same', {}, []],
      ['no e-invoice', { receipt_reading: null }, []],
      ['a tip', { amount: 30 }, ['Amount: 30.00 EUR receipt says 26.29 EUR']],
      [
        'another currency',
        { currency: 'CHF' },
        ['Amount: 26.29 CHF receipt says 26.29 EUR', 'VAT: receipt says 4.20 EUR'],
      ],
      ['another day', { date: '2026-03-06' }, ['Date: 06/03/26 receipt says 05/03/26']],
      ['another VAT', { vat_amount: 2.2 }, ['VAT: receipt says 4.20 EUR']],
      ['no VAT claimed', { vat_amount: null }, []],
      ['a part of it due, claimed in full', { receipt_reading: { ...paper, due: 6.29 } }, []],
      ['a part of it due, and claimed', { amount: 6.29, receipt_reading: { ...paper, due: 6.29 } }, []],
      [
        'a part of it due, and more claimed',
        { amount: 30, receipt_reading: { ...paper, due: 6.29 } },
        ['Amount: 30.00 EUR receipt says 26.29 EUR, of which 6.29 EUR due'],
      ],
      [
        'a credit note',
        { receipt_reading: { ...paper, total: -26.29, vat: -4.2 } },
        ['Amount: 26.29 EUR receipt says -26.29 EUR', 'VAT: receipt says -4.20 EUR'],
      ],
      ['a currency alone', { amount: 30, receipt_reading: { ...paper, total: null } }, []],
      [
        'another currency alone',
        { currency: 'CHF', receipt_reading: { ...paper, total: null, vat: null } },
        ['Amount: 26.29 CHF receipt says EUR'],
      ],
      ['nothing', { receipt_reading: { ...paper, total: null, date: null, currency: null, vat: null } }, []],
    ])('stands beside what is claimed: %s', async (_, change, marks) => {
      reviewed({ expense: { ...claim, ...same, ...change } });
      const detail = await sheet();
      await detail.findByText('0 potential dupes');
      const facts = ['Amount', 'VAT', 'Date'].map((label) => {
        const text = detail.getByText(label, { selector: 'dt' }).nextSibling?.textContent ?? '';
        const [value = '', said] = text.split('receipt says ');
        return said === undefined ? [] : [`${label}: ${label === 'VAT' ? '' : `${value} `}receipt says ${said}`];
      });
      expect(facts.flat()).toEqual(marks);
      await expectAccessible();
    });
  });

  describe('why its amount is what it is', () => {
    const by = (revision: number, actor_email: string) => ({
      event_id: `event-${revision}`,
      event_type: 'ExpenseSubmitted',
      revision,
      actor_email,
      at: '2026-03-06T09:00:00.000Z',
    });
    const explanation = {
      expense_id: claim.expense_id,
      revision: claim.revision,
      status: claim.status,
      formula: '*',
      amount: { value: '142.89', currency: 'KES', by: by(0, 'ada@example.com') },
      rate: {
        value: '0.00772202',
        effective_date: '2026-03-05',
        source: 'cbk × ecb',
        legs: [
          { currency: 'KES', per_eur: '148.9248', source: 'cbk' },
          { currency: 'USD', per_eur: '1.1500', source: 'ecb' },
        ],
        by: by(0, 'ada@example.com'),
      },
      override: { value: '0.0078', deviation_percent: '1.01', reason: 'Bank statement', by: by(1, 'ada@example.com') },
      product: '1.114542',
      entered: { value: '1.20', reason: 'With the fee', by: by(3, 'boss@example.com') },
      reimbursement: { value: '1.20', currency: 'USD' },
      history: [
        { value: '1.11', currency: 'USD', approved: false, by: by(1, 'ada@example.com') },
        { value: '1.20', currency: 'USD', approved: true, by: by(4, 'boss@example.com') },
      ],
    };

    test('is explained term by term, with the author of each', async () => {
      const { user } = reviewed({ handlers: [answer('GET /api/expenses/{id}/why', explanation)] });
      const detail = await sheet();
      await user.click(detail.getByRole('button', { name: 'Why this amount?' }));
      const term = async (name: string) => (await detail.findByText(name)).parentElement;
      expect(await term('Amount × rate')).toHaveTextContent('1.114542');
      expect(await term('Rounded half up to cents')).toHaveTextContent('1.11');
      expect((await detail.findAllByText(/148.9248 KES = 1.1500 USD/))[0]).toBeVisible();
      expect(await term('Rate overridden by the submitter')).toHaveTextContent('+1.01% from the fetched rate');
      expect(await term('Entered in place of the computed amount')).toHaveTextContent('1.20 USDWith the feeboss@');
      const history = within(detail.getByRole('region', { name: 'Earlier and approved figures' }));
      expect(history.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        expect.stringContaining('1.11 USD'),
        expect.stringContaining('1.20 USDapproved'),
      ]);
      await expectAccessible();
    });

    test('a failure is told', async () => {
      const handlers = [refuse('GET /api/expenses/{id}/why', 'SERVICE_UNAVAILABLE', 'A part is down.')];
      const { user } = reviewed({ handlers });
      const detail = await sheet();
      await user.click(detail.getByRole('button', { name: 'Why this amount?' }));
      expect(await detail.findByText('A part is down.')).toBeVisible();
    });
  });

  test('lists the files that were joined into its receipt, with their hashes', async () => {
    const file = (name: string, sha256: string) => ({ name, content_type: 'image/jpeg', size: 9, sha256 });
    const receipt_joined = [file('taxi.jpg', '4b'.repeat(32)), file('tip.jpg', '5c'.repeat(32))];
    const view = reviewed({ expense: { ...claim, receipt_joined } });
    const receipt = within((await sheet()).getByRole('region', { name: 'Receipt' }));
    await view.user.click(receipt.getByText('2 originals'));
    expect(receipt.getByText('tip.jpg')).toBeVisible();
    expect(receipt.getByText(`SHA-256 ${'5c'.repeat(32)}`)).toBeVisible();
  });

  test('says beside its approver and above its receipt who amended it after its approval', async () => {
    const amender = { approved_by_email: 'amy@example.com', amended_after_approval_by: 'amy@example.com' };
    reviewed({ expense: { ...claim, status: 'approved', ...amender } });
    const detail = await sheet();
    const text = 'Amended after approval by amy@example.com';
    expect(within(detail.getByRole('region', { name: 'Details' })).getByText(text)).toBeVisible();
    expect(within(detail.getByRole('region', { name: 'Receipt' })).getByText(text)).toBeVisible();
  });

  test.each([
    ['the server says why', refuse(DUPLICATES, 'SERVICE_UNAVAILABLE', 'A part is down.'), 'A part is down.'],
    ['the server says nothing', breakDown(DUPLICATES, 500), 'Failed to load duplicates'],
  ])('if duplicates fail to load and %s, shows the message', async (_, handler, message) => {
    reviewed({ handlers: [handler] });
    expect(await (await sheet()).findByText(message, {}, { timeout: 3000 })).toBeVisible();
  });

  test('a duplicate’s receipt opens on top, and closing it keeps the detail open', async () => {
    const view = reviewed({
      handlers: [
        answer(DUPLICATES, { duplicates: [{ ...paidDuplicate, receipt: 'duplicate.png' }] }),
        answerFile('GET /uploads/{filename}', 'png', 'image/png'),
      ],
    });
    await view.user.click(await screen.findByRole('button', { name: 'View the receipt of EXP-0009' }));
    const receipt = await screen.findByRole('dialog', { name: 'Receipt' });
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(receipt).not.toBeInTheDocument());
    expect(await sheet()).toBeTruthy();
  });
});
