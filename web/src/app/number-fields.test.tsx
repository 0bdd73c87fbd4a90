import { describe, expect, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { globSync, readFileSync } from 'node:fs';
import { answer, withoutDelay } from '#app/testing';
import { edited, openDialog } from '#features/review/edit/testing';
import { field, fillClaim, showForm } from '#features/submit-expense/testing';
import { renderPanel, SLOW } from '#panel/testing';

const SOURCES = globSync('**/*.tsx', { cwd: `${import.meta.dirname}/..` }).filter((file) => !/test/.test(file));
const codeOf = (file: string) => readFileSync(`${import.meta.dirname}/../${file}`, 'utf8');
const filesWith = (code: RegExp) => SOURCES.filter((file) => code.test(codeOf(file)));

interface Field {
  readonly label: string;
  /** The message for each typed text. */
  readonly says: Readonly<Record<string, RegExp | null>>;
}
interface Screen {
  readonly open: () => Promise<ReturnType<typeof renderPanel>>;
  /** The fields, by the file that uses them. */
  readonly fields: Readonly<Record<string, readonly Field[]>>;
}

const AMOUNTS = {
  '12,50': /^Read as 12\.50$/,
  '1 234,50': /^Read as 1,234\.50$/,
  '1.234,50': /^Read as 1,234\.50$/,
  "1'234.50": /^Read as 1,234\.50$/,
  '1,234': /^“1,234” can mean 1234 or 1\.234\. /,
  '1.230': /^“1\.230” can mean 1230 or 1\.23\. /,
  '12.50': null,
};
const wholeNumber = (error: RegExp) => ({ '7,5': error, '1e1': error, '14': null });

const SCREENS: Readonly<Record<string, Screen>> = {
  'the form': {
    open: async () => {
      const view = showForm('/submit-expense');
      await fillClaim(view, { classification: 'support' });
      return view;
    },
    fields: {
      'features/submit-expense/form/amount-section.tsx': [{ label: 'Amount', says: AMOUNTS }],
      'features/submit-expense/form/classification-section.tsx': [{ label: 'VAT amount (EUR)', says: AMOUNTS }],
    },
  },
  'the override': {
    open: async () => {
      const view = showForm('/submit-expense', [], { role: 'partner' });
      await fillClaim(view, { currency: 'USD' });
      await view.user.click(await screen.findByRole('button', { name: 'Override rate' }));
      await screen.findByRole('dialog', {}, SLOW);
      return view;
    },
    fields: {
      'features/submit-expense/rate/override-dialog.tsx': [
        { label: 'Amount actually paid (EUR)', says: { '92,5': /^Read as 92\.50$/, '92.5': null } },
        {
          label: 'Exchange rate (USD to EUR)',
          // 925 is far from the fetched rate, so that this one can mean only 0.925.
          says: { '0,925': /^Read as 0\.925$/, '0,9251': /^Read as 0\.9251$/, '0.925': null },
        },
      ],
    },
  },
  'the edit dialog': {
    open: async () => {
      const view = edited({ currency: 'EUR', vat_amount: 2, classification: 'support' });
      await openDialog(view);
      return view;
    },
    fields: {
      'panel/claim-form/original-fields.tsx': [{ label: 'Amount', says: AMOUNTS }],
      'panel/claim-form/metadata-fields.tsx': [{ label: 'VAT amount (EUR)', says: AMOUNTS }],
      'features/review/edit/reimbursement-fields.tsx': [{ label: 'Reimbursement amount (EUR)', says: AMOUNTS }],
    },
  },
  'the filters of the list': {
    open: async () => {
      const view = renderPanel('/admin');
      await view.user.click(await screen.findByRole('button', { name: 'Add filter' }, SLOW));
      await view.user.click(await screen.findByRole('button', { name: 'Reimbursement' }, SLOW));
      return view;
    },
    fields: { 'panel/filter-chips/kinds.tsx': [{ label: 'From', says: AMOUNTS }] },
  },
  'the users tab': {
    open: async () => {
      const view = renderPanel('/admin?tab=users', { handlers: [answer('GET /api/admin/invites', [])] });
      await view.user.click(await screen.findByRole('button', { name: 'Create Invite' }, SLOW));
      await view.user.click(await screen.findByRole('button', { name: 'Create token' }, SLOW));
      return view;
    },
    fields: {
      'features/users/invite-card.tsx': [
        { label: 'Expires in (days)', says: wholeNumber(/^Expiry must be a whole number of days from 1 to 90$/) },
      ],
      'features/audit-tokens/create-token.tsx': [
        { label: 'Valid for (days)', says: wholeNumber(/^Expiry must be empty or a whole number of days/) },
      ],
    },
  },
};

test('all fields for numbers are text fields: the wheel changes a number field, which also drops a decimal comma', () => {
  expect(filesWith(/type=(["'{]|\{["'])(number|range)/)).toEqual([]);
  expect(filesWith(/inputMode="decimal"/)).toEqual(['expense/amount-field.tsx']);
  expect(filesWith(/inputMode="numeric"/).toSorted()).toEqual([
    // The code of a password reset, whose leading zeros count.
    'features/login/reset-form.tsx',
    'ui/whole-number-field.tsx',
  ]);
});

test('every use of a field for numbers is tried below', () => {
  const uses = SOURCES.flatMap((file) =>
    Array.from(codeOf(file).matchAll(/<(AmountField|ClaimAmountField|WholeNumberField)\b/g), () => file),
  ).filter((file) => file !== 'features/submit-expense/form/claim-amount-field.tsx');
  const tried = Object.values(SCREENS).flatMap(({ fields }) =>
    Object.entries(fields).flatMap(([file, each]) => each.map(() => file)),
  );
  expect(tried.toSorted()).toEqual(uses.toSorted());
});

describe.each(Object.entries(SCREENS))('in %s, numbers', (_, { open, fields }) => {
  test('are read as people write them, stay as typed, and say what was read', async () => {
    const view = await open();
    for (const { label, says } of Object.values(fields).flat()) {
      const input = await field(label);
      for (const [typed, text] of Object.entries(says)) {
        await view.user.clear(input);
        await withoutDelay(400, () => view.user.type(input, typed));
        fireEvent.wheel(input, { deltaY: 100 });
        fireEvent.keyDown(input, { key: 'ArrowUp' });
        expect(input).toHaveValue(typed);
        const described = input.getAttribute('aria-describedby')?.split(' ') ?? [];
        const said = described.map((id) => document.getElementById(id)?.textContent);
        if (text) expect(said).toContainEqual(expect.stringMatching(text));
        else expect(said.join()).not.toMatch(/Read as|can mean|Expiry/);
      }
    }
  });
});
