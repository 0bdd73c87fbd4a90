import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ReceiptReading } from '@outlay/receipts';
import { screen, waitFor } from '@testing-library/react';
import { anExpense, answer, expectAccessible } from '#app/testing';
import { localToday } from '#lib/local-today';
import type { PhotoReading } from './reading/read-photo';
import {
  attach,
  classify,
  CREATE,
  draftButton,
  field,
  fillClaim,
  gif,
  pdf,
  saves,
  showForm,
  submitButton,
} from './testing';

/** The browser's parts that read a file are not in this environment; each test says what they read. */
const readFile = jest.fn<(file: File) => Promise<PhotoReading | null>>();
jest.unstable_mockModule('./reading/read-file', () => ({ readFile }));

const PATH = '/submit-expense';
const THIS_YEAR = localToday().slice(0, 4);
const dayBefore = (days: number) => localToday(new Date(Date.now() - days * 86_400_000));

const whole: ReceiptReading = {
  source: 'pdf-text',
  total: { value: '26.29', certainty: 'sure' },
  date: { value: dayBefore(2), certainty: 'check' },
  currency: { value: 'CHF', certainty: 'sure' },
  vat: { value: '2.39', certainty: 'sure' },
  merchant: { value: 'Trattoria Roma', certainty: 'check' },
};

const reads = (reading: ReceiptReading) => readFile.mockResolvedValue({ reading });

beforeEach(() => {
  readFile.mockReset();
  reads(whole);
});

describe('a receipt that is read', () => {
  test('fills in what is empty or proposed, and says where it comes from', async () => {
    const view = showForm(PATH);
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Amount')).toHaveValue('26.29'));
    expect(await field('Date')).toHaveValue(dayBefore(2));
    expect(await field('Currency')).toHaveValue('CHF');
    expect(await field('Amount')).toHaveAccessibleDescription('From the receipt.');
    expect(await field('Date')).toHaveAccessibleDescription('From the receipt. Please check it.');
    expect(screen.getByText('Read from the receipt. Please look it over.')).toBeVisible();
    await expectAccessible();
  });

  test('never overwrites a typed value, and says what it has instead', async () => {
    let finish: (read: PhotoReading) => void = () => undefined;
    readFile.mockReturnValue(new Promise((resolve) => (finish = resolve)));
    const view = showForm(PATH);
    await attach(view, pdf());
    expect(await screen.findByText('Reading the receipt on this device...')).toBeVisible();
    await view.user.type(await field('Amount'), '30');
    await view.user.selectOptions(await field('Currency'), 'USD');
    finish({ reading: whole });
    await waitFor(async () => expect(await field('Date')).toHaveValue(dayBefore(2)));
    expect(await field('Amount')).toHaveValue('30');
    expect(await field('Amount')).toHaveAccessibleDescription('The receipt says 26.29.');
    expect(await field('Currency')).toHaveValue('USD');
  });

  test('fills in a code that the form does not offer', async () => {
    reads({ source: 'pdf-text', currency: { value: 'SEK', certainty: 'sure' } });
    const view = showForm(PATH);
    await attach(view, pdf());
    expect(await field('Currency code')).toHaveValue('SEK');
  });

  test('that shows no currency leaves the proposed one and asks to check it', async () => {
    reads({ source: 'photo', total: { value: '6900.00', certainty: 'sure' } });
    const view = showForm(PATH);
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Amount')).toHaveValue('6900.00'));
    expect(await field('Currency')).toHaveAccessibleDescription('The receipt shows no currency. Please check it.');
    expect(await field('Date')).toHaveValue(localToday());
  });

  test('fills in VAT once it is asked for', async () => {
    reads({ ...whole, currency: { value: 'EUR', certainty: 'sure' } });
    const view = showForm(PATH);
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Amount')).toHaveValue('26.29'));
    await view.user.selectOptions(await field('Category'), 'Restaurant');
    await classify(view, 'support');
    expect(await field('VAT amount (EUR)')).toHaveValue('2.39');
  });

  test('offers its merchant for the justification, and the category of the latest claim there', async () => {
    const earlier = [
      anExpense({ justification: 'Trattoria Roma, lunch', type: 'Restaurant', date: dayBefore(30) }),
      anExpense({ justification: 'Trattoria Romana', type: 'IT', date: dayBefore(3) }),
    ];
    const view = showForm(PATH, [answer('GET /api/expenses', earlier)]);
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Category')).toHaveValue('Restaurant'));
    expect(await field('Category')).toHaveAccessibleDescription('As in your latest claim of this merchant.');
    await view.user.click(screen.getByRole('button', { name: /^Use “.*Trattoria Roma.*”$/ }));
    expect(await field('Justification')).toHaveValue('Trattoria Roma');
    expect(await field('Justification')).toHaveFocus();
  });

  test('that is removed takes along what came from it, and nothing else', async () => {
    const view = showForm(PATH);
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Amount')).toHaveValue('26.29'));
    await view.user.selectOptions(await field('Currency'), 'GBP');
    await view.user.click(screen.getByRole('button', { name: 'Remove' }));
    await waitFor(async () => expect(await field('Amount')).toHaveValue(''));
    expect(await field('Date')).toHaveValue(localToday());
    expect(await field('Currency')).toHaveValue('GBP');
  });

  test('of a saved claim fills in only what is empty', async () => {
    const draft = anExpense({
      id: 'expense-1',
      status: 'draft',
      amount: 12,
      currency: 'EUR',
      date: null,
      receipt: null,
    });
    const view = showForm(`${PATH}?edit=${draft.expense_id}`, [answer('GET /api/expenses', [draft])]);
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Date')).toHaveValue(dayBefore(2)));
    expect(await field('Amount')).toHaveValue('12.00');
    expect(await field('Currency')).toHaveValue('EUR');
  });

  test.each([
    ['dark', 'This photo is too dark to read. Please take another one in more light.'],
    ['blurred', 'This photo is too blurred to read. Please take another one and hold still.'],
  ] as const)('that is too %s asks for another photo, and can be kept', async (problem, asked) => {
    readFile.mockResolvedValue({ reading: { source: 'photo' }, problem });
    const view = showForm(PATH);
    await attach(view, gif('dinner.gif'));
    expect(await screen.findByText(asked)).toBeVisible();
    expect(await draftButton()).toBeEnabled();
    await expectAccessible();
  });

  test('that cannot be read leaves the form to its person', async () => {
    readFile.mockRejectedValue(new Error('not a PDF'));
    const view = showForm(PATH);
    await attach(view, pdf());
    expect(await screen.findByText('Nothing could be read from this receipt.')).toBeVisible();
    expect(await field('Amount')).toHaveValue('');
    expect(await draftButton()).toBeEnabled();
  });
});

describe('a likely slip of the keys', () => {
  test.each<[string, { total?: string; date?: string }, string | RegExp]>([
    ['10 times the total', { total: '10.00' }, 'The receipt says 10.00, and this claim 100.00.'],
    ['a hundredth of the total', { total: '10000.00' }, 'The receipt says 10,000.00, and this claim 100.00.'],
    [
      'another year',
      { date: `${Number(THIS_YEAR) - 1}-11-30` },
      /^The receipt says 30 Nov(ember)? \d{4}, and this claim/,
    ],
  ])('is asked about once before submitting: %s', async (_slip, { total, date }, question) => {
    reads({
      source: 'pdf-text',
      ...(total && { total: { value: total, certainty: 'sure' } }),
      ...(date && { date: { value: date, certainty: 'sure' } }),
    });
    const { handler, calls } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await fillClaim(view, { date: `${THIS_YEAR}-01-01` });
    await attach(view, pdf());
    await screen.findByText('Read from the receipt. Please look it over.');
    await view.user.click(await submitButton());
    expect(await screen.findByText(question, { exact: false })).toBeVisible();
    expect(calls).toHaveLength(0);
    await view.user.click(await submitButton());
    await waitFor(() => expect(calls).toHaveLength(1));
  });

  test('is not seen in a tip on top of the total', async () => {
    reads({ source: 'pdf-text', total: { value: '90.00', certainty: 'sure' } });
    const { handler, calls } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await fillClaim(view);
    await attach(view, pdf());
    await screen.findByText('Read from the receipt. Please look it over.');
    expect(await field('Amount')).toHaveAccessibleDescription('The receipt says 90.00.');
    await view.user.click(await submitButton());
    await waitFor(() => expect(calls).toHaveLength(1));
  });
});
