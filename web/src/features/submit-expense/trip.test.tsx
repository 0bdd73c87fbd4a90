import { expect, test } from '@jest/globals';
import type { TripJson } from '@outlay/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { answer, anExpense, expectAccessible, refuse, type ReceivedCall } from '#app/testing';
import { draftButton, field, REVISE, saves, showForm, CREATE } from './testing';

const nairobi: TripJson = {
  id: 't1',
  name: 'Nairobi, March',
  currency: 'KES',
  first_day: '2026-03-16',
  last_day: '2026-03-20',
};
const tokyo: TripJson = { ...nairobi, id: 't2', name: 'Tokyo', currency: 'JPY' };
const withTrips = (...handlers: Parameters<typeof showForm>[1] & object) =>
  showForm('/submit-expense', [...handlers, answer('GET /api/trips', [nairobi, tokyo])]);
const option = (name: string) => screen.findByRole('option', { name });

test('a chosen trip proposes its currency, says once that the date is outside its days, and is saved', async () => {
  const saved = saves(CREATE);
  const view = withTrips(saved.handler);
  await option('Nairobi, March');
  await view.user.selectOptions(await field('Trip'), 'Nairobi, March');
  expect(await field('Currency')).toHaveValue('KES');
  expect(await field('Trip')).toHaveAccessibleDescription('The date is outside this trip, 16 Mar 2026 – 20 Mar 2026.');
  await expectAccessible();
  fireEvent.change(await field('Date'), { target: { value: '2026-03-20' } });
  expect(await field('Trip')).not.toHaveAccessibleDescription();
  await view.user.selectOptions(await field('Trip'), 'Tokyo');
  expect(await field('Currency')).toHaveValue('OTHER');
  expect(await field('Currency code')).toHaveValue('JPY');
  await view.user.click(await draftButton());
  await waitFor(() =>
    expect(saved.fields()).toMatchObject({ trip: 'Tokyo', currency: 'OTHER', currency_other: 'JPY' }),
  );
});

test('a currency that was chosen stays when a trip is', async () => {
  const view = withTrips();
  await option('Nairobi, March');
  await view.user.selectOptions(await field('Currency'), 'USD');
  await view.user.selectOptions(await field('Trip'), 'Nairobi, March');
  expect(await field('Currency')).toHaveValue('USD');
});

test('a currency that has an amount stays when a trip is chosen', async () => {
  const view = withTrips();
  await option('Nairobi, March');
  await view.user.type(await field('Amount'), '12');
  await view.user.selectOptions(await field('Trip'), 'Nairobi, March');
  expect(await field('Currency')).toHaveValue('EUR');
});

test('a trip that is not among the person’s stays on a claim, and the currency of its amount does too', async () => {
  const saved = saves(REVISE);
  const stored = anExpense({ status: 'draft', trip: 'Removed trip', currency: 'USD' });
  const view = showForm(`/submit-expense?edit=${stored.expense_id}`, [
    saved.handler,
    answer('GET /api/expenses', [stored]),
    answer('GET /api/trips', [nairobi]),
  ]);
  await option('Nairobi, March');
  expect(await field('Trip')).toHaveValue('Removed trip');
  await view.user.selectOptions(await field('Trip'), 'Nairobi, March');
  expect(await field('Currency')).toHaveValue('USD');
  await view.user.selectOptions(await field('Trip'), 'None');
  await view.user.click(await draftButton());
  await waitFor(() => expect(saved.calls).toHaveLength(1));
  expect(saved.fields()).not.toHaveProperty('trip');
});

test('a new trip is added from the form and chosen', async () => {
  const trips = [tokyo];
  const calls: ReceivedCall[] = [];
  const view = showForm('/submit-expense', [
    answer('GET /api/trips', () => trips),
    answer('POST /api/trips', (call) => {
      calls.push(call);
      trips.push(nairobi);
      return nairobi;
    }),
  ]);
  await view.user.click(await screen.findByRole('button', { name: 'New trip' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New trip' }));
  await view.user.click(dialog.getByRole('button', { name: 'Add trip' }));
  expect(dialog.getByText('Name is required')).toBeVisible();
  expect(dialog.getAllByText('Please enter a day')).toHaveLength(2);
  await view.user.type(dialog.getByLabelText('Name'), ' Nairobi, March ');
  await view.user.clear(dialog.getByLabelText('Currency'));
  await view.user.type(dialog.getByLabelText('Currency'), 'kes');
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2026-03-16' } });
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2026-03-15' } });
  expect(dialog.getByText('The last day is before the first.')).toBeVisible();
  await expectAccessible();
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2026-03-20' } });
  await view.user.click(dialog.getByRole('button', { name: 'Add trip' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const { id: _, ...sent } = nairobi;
  expect(calls.map(({ body }) => body)).toEqual([sent]);
  expect(await field('Trip')).toHaveValue('Nairobi, March');
  expect(await field('Currency')).toHaveValue('KES');
});

test('a name that is taken is refused in the dialog', async () => {
  const message = 'You already have a trip named “Tokyo”. Please choose another name.';
  const view = withTrips(refuse('POST /api/trips', 'CONFLICT', message));
  await view.user.click(await screen.findByRole('button', { name: 'New trip' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'New trip' }));
  await view.user.type(dialog.getByLabelText('Name'), 'tokyo');
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2026-03-16' } });
  fireEvent.change(dialog.getByLabelText('Last day'), { target: { value: '2026-03-16' } });
  await view.user.click(dialog.getByRole('button', { name: 'Add trip' }));
  expect(await dialog.findByText(message)).toBeVisible();
});
