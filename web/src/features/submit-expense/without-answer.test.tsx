import { expect, test } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { answer, refusal } from '#app/testing';
import { CREATE, draftButton, field, showForm } from './testing';

test('a save without an answer keeps its key for changed content, and says that the earlier one has arrived', async () => {
  const keys: (string | null)[] = [];
  const view = showForm('/submit-expense', [
    answer(CREATE, ({ idempotencyKey }) => {
      keys.push(idempotencyKey);
      return keys.length === 1
        ? refusal('OUTCOME_UNKNOWN', 'The event store did not answer in time.')
        : refusal('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
    }),
  ]);
  await view.user.click(await draftButton());
  expect(await screen.findByText('Error saving draft: The event store did not answer in time.')).toBeVisible();
  await view.user.type(await field('Justification'), 'Dinner');
  await view.user.click(await draftButton());
  expect(await screen.findByText(/has arrived after all/)).toBeVisible();
  await view.user.click(await draftButton());
  await waitFor(() => expect(keys).toHaveLength(3));
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
