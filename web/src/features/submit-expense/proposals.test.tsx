import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { addDays } from '@outlay/rules';
import { anExpense, answer, expectAccessible } from '#app/testing';
import { localToday } from '#lib/local-today';
import type { PhotoReading } from './reading/read-photo';
import { attach, classify, CREATE, field, fillClaim, pdf, saves, showForm, submitButton } from './testing';

/** The browser's parts that read a file are not in this environment. */
const readFile = jest.fn<() => Promise<PhotoReading | null>>();
jest.unstable_mockModule('./reading/read-file', () => ({ readFile }));

const PATH = '/submit-expense';
const today = localToday();
const claimOf = (day: string, currency: string, classification: string) =>
  anExpense({ created_at: `${day}T08:00:00.000Z`, currency, classification });
const CLAIMS = [
  claimOf('2026-03-01', 'EUR', 'support'),
  claimOf('2026-03-02', 'EUR', 'support'),
  claimOf('2026-03-04', 'JPY', 'investment'),
  claimOf('2026-03-03', 'KES', 'support'),
];
const earlier = answer('GET /api/expenses', CLAIMS);

beforeEach(() => {
  readFile.mockReset();
  readFile.mockResolvedValue({ reading: { source: 'pdf-text', currency: { value: 'CHF', certainty: 'sure' } } });
});

describe('a new claim', () => {
  test('proposes today, the currency of the latest claim and the usual classification, and says so', async () => {
    showForm(PATH, [earlier]);
    await waitFor(async () => expect(await field('Currency')).toHaveValue('OTHER'));
    expect(await field('Currency code')).toHaveValue('JPY');
    expect(await field('Currency')).toHaveAccessibleDescription('As in your latest claim.');
    expect(screen.getByRole('radio', { name: 'Support' })).toBeChecked();
    expect(screen.getByRole('group', { name: 'Classification' })).toHaveAccessibleDescription(
      'As in most of your latest claims.',
    );
    expect(await field('Date')).toHaveAccessibleDescription('Today, unless you change it.');
    expect(await submitButton()).toHaveAccessibleDescription(
      'Still missing: category, justification, amount, and receipt',
    );
    await expectAccessible();
  });

  test('explains each classification beside it, and says no more of one that was chosen', async () => {
    const view = showForm(PATH, [earlier]);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Support' })).toBeChecked());
    for (const radio of screen.getAllByRole('radio')) expect(radio).toHaveAccessibleDescription(/\w+ .*\.$/);
    await classify(view, 'mix');
    expect(screen.queryByText('As in most of your latest claims.')).toBeNull();
  });

  test('proposes the currency of the account to a person without claims, and no classification', async () => {
    showForm(PATH, [], { reimbursement_currency: 'USD' });
    expect(await field('Currency')).toHaveValue('USD');
    expect(await field('Currency')).toHaveAccessibleDescription('The currency you are reimbursed in.');
    for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
  });

  test('keeps what was typed before the proposals were known', async () => {
    let finish: (value: unknown) => void = () => undefined;
    const known = new Promise((resolve) => (finish = resolve));
    const late = answer('GET /api/expenses', async () => {
      await known;
      return CLAIMS;
    });
    const view = showForm(PATH, [late]);
    await view.user.selectOptions(await field('Currency'), 'GBP');
    await view.user.type(await field('Amount'), '12');
    finish(null);
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Support' })).toBeChecked());
    expect(await field('Currency')).toHaveValue('GBP');
    expect(await field('Amount')).toHaveValue('12');
    expect(await field('Date')).toHaveValue(today);
  });

  test('takes the currency of its receipt before any other, and the proposed one again without it', async () => {
    const view = showForm(PATH, [earlier]);
    await waitFor(async () => expect(await field('Currency code')).toHaveValue('JPY'));
    await attach(view, pdf());
    await waitFor(async () => expect(await field('Currency')).toHaveValue('CHF'));
    expect(await field('Currency')).toHaveAccessibleDescription('From the receipt.');
    await view.user.click(screen.getByRole('button', { name: 'Remove' }));
    expect(await field('Currency code')).toHaveValue('JPY');
  });

  test('has yesterday a press away, and today again, which a receipt then leaves as it is', async () => {
    readFile.mockResolvedValue({
      reading: { source: 'pdf-text', date: { value: addDays(today, -9), certainty: 'sure' } },
    });
    const view = showForm(PATH, [earlier]);
    await view.user.click(await screen.findByRole('button', { name: 'Yesterday' }));
    expect(await field('Date')).toHaveValue(addDays(today, -1));
    expect(screen.queryByText('Today, unless you change it.')).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Today' }));
    await attach(view, pdf());
    expect(await screen.findByText(/^The receipt says \d/)).toBeVisible();
    expect(await field('Date')).toHaveValue(today);
  });
});

test('a saved claim and a copy are proposed nothing', async () => {
  const [, , saved] = CLAIMS;
  showForm(`${PATH}?edit=${saved?.expense_id}`, [
    answer('GET /api/expenses', [{ ...saved!, status: 'draft', currency: 'GHS', classification: null, date: null }]),
  ]);
  expect(await field('Currency')).toHaveValue('GHS');
  expect(await field('Date')).toHaveValue('');
  for (const radio of screen.getAllByRole('radio')) expect(radio).not.toBeChecked();
});

describe('by keyboard', () => {
  const submitByKey = (target: Element) => fireEvent.keyDown(target, { key: 'Enter', ctrlKey: true });

  test('Ctrl Enter submits a complete claim, once', async () => {
    readFile.mockResolvedValue(null);
    const { handler, calls } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    await fillClaim(view);
    await attach(view, pdf());
    await screen.findByText('dinner.pdf');
    const justification = await field('Justification');
    submitByKey(justification);
    submitByKey(justification);
    expect(await screen.findByText('Expense submitted successfully!')).toBeVisible();
    expect(calls).toHaveLength(1);
  });

  test('Ctrl Enter goes to what is missing first, and so does the sentence that names it', async () => {
    const { handler, calls } = saves(CREATE);
    const view = showForm(PATH, [handler]);
    submitByKey(await field('Amount'));
    expect(await field('Category')).toHaveFocus();
    await view.user.selectOptions(await field('Category'), 'Hotel');
    await view.user.click(screen.getByRole('button', { name: /^Still missing: justification/ }));
    expect(await field('Justification')).toHaveFocus();
    await fillClaim(view);
    await view.user.click(screen.getByRole('button', { name: 'Still missing: receipt' }));
    expect(screen.getByLabelText('Take Photo')).toHaveFocus();
    expect(calls).toHaveLength(0);
  });

  describe('a receipt that was read', () => {
    const { matchMedia } = window;
    beforeEach(() => {
      window.matchMedia = (query) => Object.assign(matchMedia(query), { matches: query.includes('pointer: fine') });
    });
    afterEach(() => {
      window.matchMedia = matchMedia;
    });

    test('leads to what is missing first', async () => {
      const view = showForm(PATH);
      await attach(view, pdf());
      await waitFor(async () => expect(await field('Category')).toHaveFocus());
    });

    test('does not lead away from where somebody types', async () => {
      const view = showForm(PATH);
      await view.user.click(await field('Justification'));
      fireEvent.paste(document.body, { clipboardData: { files: [pdf()] } });
      await waitFor(async () => expect(await field('Currency')).toHaveValue('CHF'));
      expect(await field('Justification')).toHaveFocus();
    });
  });
});

test('the bar with Submit stands above a keyboard on the screen', async () => {
  const viewport = Object.assign(new EventTarget(), { height: 0, offsetTop: 0, scale: 1 });
  Object.defineProperty(window, 'visualViewport', { value: viewport, configurable: true });
  Object.defineProperty(document.documentElement, 'clientHeight', { value: 844, configurable: true });
  try {
    viewport.height = 844;
    showForm(PATH);
    const bar = (await submitButton()).closest<HTMLElement>('.sticky');
    expect(bar?.style.bottom).toBe('0px');
    viewport.height = 500;
    viewport.dispatchEvent(new Event('resize'));
    expect(bar?.style.bottom).toBe('344px');
    viewport.scale = 2;
    viewport.dispatchEvent(new Event('resize'));
    expect(bar?.style.bottom).toBe('0px');
  } finally {
    Reflect.deleteProperty(window, 'visualViewport');
    Reflect.deleteProperty(document.documentElement, 'clientHeight');
  }
});
