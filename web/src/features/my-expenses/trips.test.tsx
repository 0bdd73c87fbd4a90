import { describe, expect, test } from '@jest/globals';
import type { ExpenseJson, TripJson } from '@outlay/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, aUser, expectAccessible, refusal, renderRoute } from '#app/testing';

const LIST = 'GET /api/expenses';
const REVISE = 'PUT /api/expenses/{id}';
const nairobi: TripJson = {
  id: 't1',
  name: 'Nairobi, March',
  currency: 'KES',
  first_day: '2026-03-16',
  last_day: '2026-03-20',
};
const claimOf = (number: number, changes: Partial<ExpenseJson> = {}) =>
  anExpense({
    id: `e${number}`,
    expense_id: `EXP-${number}`,
    justification: `Claim ${number}`,
    trip: 'Nairobi, March',
    status: 'draft',
    currency: 'KES',
    amount: 100.1 * number,
    revision: number,
    ...changes,
  });

interface Shown {
  readonly claims?: ExpenseJson[];
  readonly path?: string;
  readonly revise?: (claim: ExpenseJson) => ExpenseJson | Response;
}

/** The server keeps what is submitted, as long as nothing refuses it. */
function show({ claims = [], path = '/my-expenses?trip=Nairobi, March', revise }: Shown = {}) {
  const sent: unknown[] = [];
  const view = renderRoute(path, {
    as: aUser(),
    handlers: [
      answer(LIST, ({ query }) => {
        const ids = query.get('id')?.split(',');
        return ids ? claims.filter(({ expense_id }) => ids.includes(expense_id)) : claims;
      }),
      answer('GET /api/trips', [nairobi]),
      answer('GET /api/expenses/{id}/audit', { audit_log: [] }),
      answer(REVISE, ({ params, body }) => {
        const { status, revision, trip } = body as Record<string, string>;
        sent.push([params.id, status, revision, trip]);
        const at = claims.findIndex(({ id }) => id === params.id);
        const claim = { ...(claims[at] as ExpenseJson), status: 'submitted' as const };
        const saved = revise?.(claim) ?? claim;
        if (saved instanceof Response) return saved;
        claims[at] = { ...saved, revision: saved.revision + 1 };
        return { message: 'Saved', expense: claims[at] };
      }),
    ],
  });
  return { ...view, sent, claims };
}
const bar = async () => within(await screen.findByRole('region', { name: 'Trip' }));
const openDialog = async (view: ReturnType<typeof show>, name: string) => {
  await view.user.click(await (await bar()).findByRole('button', { name }));
  return within(await screen.findByRole('dialog', { name: 'Submit the drafts of this trip' }));
};
const outcomes = (dialog: Awaited<ReturnType<typeof openDialog>>) =>
  within(dialog.getByRole('list', { name: 'Drafts' }))
    .getAllByRole('listitem')
    .map((each) => each.lastChild?.textContent);

describe('the list of a trip', () => {
  test('has its days and its sums by currency, and is left again', async () => {
    const claims = [claimOf(1), claimOf(2, { status: 'paid' }), claimOf(3, { currency: 'EUR', amount: 0.2 })];
    const view = show({ claims });
    const shown = await bar();
    expect(await shown.findByText('3 claims')).toBeVisible();
    expect(shown.getByText('16 Mar 2026 – 20 Mar 2026')).toBeVisible();
    expect(shown.getAllByText(/^[\d.,]+ [A-Z]{3}$/).map(({ textContent }) => textContent)).toEqual([
      '0.20 EUR',
      '300.30 KES',
    ]);
    await expectAccessible();
    await view.user.click(shown.getByRole('button', { name: /^Leave the trip/ }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Trip' })).toBeNull());
    expect(view.router.state.location.search).toEqual({});
  });

  test('of a removed trip still has its claims, and no days', async () => {
    show({ claims: [claimOf(1, { trip: 'Removed' })], path: '/my-expenses?trip=Removed' });
    expect(await (await bar()).findByText('1 claim')).toBeVisible();
    expect(screen.queryByText(/16 Mar/)).toBeNull();
  });

  test('opens from the details of a claim', async () => {
    const view = show({ claims: [claimOf(1)], path: '/my-expenses?expense=EXP-1' });
    await view.user.click(await screen.findByRole('link', { name: 'Nairobi, March' }));
    expect(await bar()).toBeTruthy();
  });
});

describe('submitting a trip', () => {
  test('submits each draft by its own call and shows each result', async () => {
    const view = show({ claims: [claimOf(1), claimOf(2), claimOf(3, { status: 'approved' }), claimOf(4)] });
    const dialog = await openDialog(view, 'Submit all 3 drafts');
    expect(outcomes(dialog)).toEqual(['Waiting', 'Waiting', 'Waiting']);
    await expectAccessible();
    expect(view.sent).toEqual([]);
    await view.user.click(dialog.getByRole('button', { name: 'Submit all 3 drafts' }));
    expect(await dialog.findByText('3 submitted')).toBeVisible();
    expect(view.sent).toEqual([1, 2, 4].map((number) => [`e${number}`, 'submitted', String(number), 'Nairobi, March']));
    await view.user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
    await waitFor(async () => expect((await bar()).queryByRole('button', { name: /^Submit/ })).toBeNull());
  });

  test('names what failed, leaves it a draft, and tries it alone again', async () => {
    let isRefused = true;
    const view = show({
      claims: [claimOf(1), claimOf(2)],
      revise: (claim) => (claim.id === 'e1' && isRefused ? refusal('INVALID_INPUT', 'Category is required.') : claim),
    });
    const dialog = await openDialog(view, 'Submit all 2 drafts');
    await view.user.click(dialog.getByRole('button', { name: 'Submit all 2 drafts' }));
    expect(await dialog.findByText('1 submitted, 1 not submitted')).toBeVisible();
    expect(outcomes(dialog)).toEqual(['Not submittedCategory is required.', 'Submitted']);
    expect(dialog.getByRole('link', { name: 'EXP-1' })).toHaveAttribute('href', '/submit-expense?edit=EXP-1');
    isRefused = false;
    await view.user.click(dialog.getByRole('button', { name: 'Try 1 again' }));
    expect(await dialog.findByText('2 submitted')).toBeVisible();
    expect(view.sent.map((each) => (each as string[])[0])).toEqual(['e1', 'e2', 'e1']);
    expect(dialog.queryByRole('button', { name: /again/ })).toBeNull();
  });

  test('does not send again what arrived without an answer, or what another device submitted', async () => {
    const claims = [claimOf(1), claimOf(2)];
    const view = show({
      claims,
      revise: (claim) => {
        const at = claims.findIndex(({ id }) => id === claim.id);
        claims[at] = { ...claim, revision: claim.revision + 1 };
        return claim.id === 'e1' ? (Response.error() as Response) : refusal('VERSION_CONFLICT', 'Changed.');
      },
    });
    const dialog = await openDialog(view, 'Submit all 2 drafts');
    await view.user.click(dialog.getByRole('button', { name: 'Submit all 2 drafts' }));
    expect(await dialog.findByText('2 submitted')).toBeVisible();
    expect(view.sent).toHaveLength(2);
  });

  test('does not submit a draft that was changed since it was shown, until it is tried again', async () => {
    const claims = [claimOf(1)];
    let isChanged = false;
    const view = show({
      claims,
      revise: (claim) => {
        if (isChanged) return claim;
        isChanged = true;
        claims[0] = claimOf(1, { revision: 5, amount: 7 });
        return refusal('VERSION_CONFLICT', 'Changed.');
      },
    });
    const dialog = await openDialog(view, 'Submit 1 draft');
    await view.user.click(dialog.getByRole('button', { name: 'Submit 1 draft' }));
    expect(await dialog.findByText('It was changed in the meantime. Please look at it again.')).toBeVisible();
    expect(await dialog.findByText('7.00 KES')).toBeVisible();
    await view.user.click(dialog.getByRole('button', { name: 'Try 1 again' }));
    expect(await dialog.findByText('1 submitted')).toBeVisible();
    expect(view.sent.map((each) => (each as string[])[2])).toEqual(['1', '5']);
  });

  test('without a network says so of each', async () => {
    const view = show({ claims: [claimOf(1)], revise: () => Response.error() as Response });
    const dialog = await openDialog(view, 'Submit 1 draft');
    await view.user.click(dialog.getByRole('button', { name: 'Submit 1 draft' }));
    expect(await dialog.findByText('1 not submitted', { exact: false })).toBeVisible();
  });
});

describe('the trips of a person', () => {
  test('are listed, lead to their claims, change and are removed', async () => {
    const trips = [nairobi];
    const calls: unknown[] = [];
    const view = renderRoute('/my-expenses', {
      as: aUser(),
      handlers: [
        answer(LIST, []),
        answer('GET /api/trips', () => [...trips]),
        answer('PUT /api/trips/{id}', ({ params, body }) => {
          calls.push([params.id, body]);
          trips[0] = { ...nairobi, ...(body as Partial<TripJson>) };
          return trips[0];
        }),
        answer('DELETE /api/trips/{id}', ({ params }) => {
          calls.push(params.id);
          trips.pop();
          return { message: 'Trip removed' };
        }),
      ],
    });
    await view.user.click(await screen.findByRole('button', { name: 'Trips' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Trips' }));
    await view.user.click(await dialog.findByRole('button', { name: /^Change the trip/ }));
    expect(dialog.getByLabelText('Name')).toBeDisabled();
    await view.user.clear(dialog.getByLabelText('Currency'));
    await view.user.type(dialog.getByLabelText('Currency'), 'usd');
    await expectAccessible();
    await view.user.click(dialog.getByRole('button', { name: 'Save trip' }));
    expect(await dialog.findByText(/· USD$/)).toBeVisible();
    const { id: _, name: __, ...terms } = nairobi;
    expect(calls).toEqual([['t1', { ...terms, currency: 'USD' }]]);
    await view.user.click(dialog.getByRole('button', { name: /^Nairobi, March/ }));
    expect(await bar()).toBeTruthy();
    expect(view.router.state.location.search).toEqual({ trip: 'Nairobi, March' });

    await view.user.click(await screen.findByRole('button', { name: 'Trips' }));
    const again = within(await screen.findByRole('dialog', { name: 'Trips' }));
    await view.user.click(await again.findByRole('button', { name: /^Remove the trip/ }));
    expect(await again.findByText('No trips yet')).toBeVisible();
    expect(calls.at(-1)).toBe('t1');
  });
});
