import { describe, expect, test } from '@jest/globals';
import type { AuditEntryJson, DecisionJson } from '@outlay/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { answer, answerFile, expectAccessible, refuse } from '#app/testing';
import { SLOW } from '#panel/testing';
import { claim, paidDuplicate, reviewed, sheet } from './testing';

const DECISION = 'GET /api/admin/expenses/{id}/decisions/{revision}';
const AT = '2026-03-07T09:00:00.000Z';

const entry = (id: string, revision: number, event_type: string): AuditEntryJson => ({
  id,
  action: 'approved',
  field_name: null,
  old_value: null,
  new_value: null,
  change_summary: id,
  changed_by_email: 'boss@example.com',
  changed_by_role: 'super_admin',
  created_at: AT,
  revision,
  event_type,
});

const then = { ...claim, receipt: 'old.png', receipt_name: 'old.png', receipt_sha256: 'aa', reimbursement_amount: 225 };
const decision: DecisionJson = {
  expense_id: claim.expense_id,
  action: 'approved',
  by: { event_id: 'e', event_type: 'ExpenseApproved', revision: 2, actor_email: 'boss@example.com', at: AT },
  reason: null,
  payment_id: null,
  dismissed_duplicates: [paidDuplicate.expense_id],
  basis: { revision: 1, head: 'ab'.repeat(32), receipt_sha256: 'aa' },
  sent: { revision: 1, head: 'ab'.repeat(32), receipt_sha256: null },
  sent_matches: { revision: true, head: false, receipt_sha256: null },
  then: { expense: { ...then, status: 'submitted' }, duplicates: [paidDuplicate] },
  now: {
    expense: {
      ...then,
      status: 'approved',
      receipt: 'new.png',
      receipt_name: 'new.png',
      receipt_sha256: 'bb',
      reimbursement_amount: 200,
      reimbursement_reason: 'Without the bar',
    },
    duplicates: [],
  },
  differences: ['reimbursement_amount', 'reimbursement_reason', 'receipt_sha256', 'duplicates'],
};

async function opened(...handlers: NonNullable<Parameters<typeof reviewed>[0]>['handlers'] & object) {
  const history = [
    entry('Expense submitted', 0, 'ExpenseSubmitted'),
    entry('Status changed', 2, 'ExpenseApproved'),
    entry('Approved', 2, 'ExpenseApproved'),
  ];
  const view = reviewed({
    handlers: [...handlers, answer('GET /api/admin/expenses/{id}/audit', { history })],
  });
  await view.user.click(await (await sheet()).findByRole('button', { name: 'What the approver saw' }, SLOW));
  return { ...view, dialog: within(await screen.findByRole('dialog', { name: 'What the approver saw' }, SLOW)) };
}

describe('the decision as the approver saw it', () => {
  test('is beside what is there now, with every difference named', async () => {
    const { dialog, user } = await opened(
      answer(DECISION, decision),
      answerFile('GET /api/admin/expenses/{id}/decisions/{revision}/receipt', 'old', 'image/png'),
      answerFile('GET /uploads/{filename}', 'new', 'image/png'),
    );
    expect(await dialog.findByText(/^EXP-0001: approved by boss@example.com/)).toBeVisible();
    const row = (name: string) => dialog.getByText(name).closest('div');
    expect(row('Reimbursed amount')).toHaveTextContent(
      'Reimbursed amount≠ differsThen225.00 EURNow200.00 EURWithout the bar',
    );
    expect(row('Duplicates')).toHaveTextContent(/differsThenEXP-0009 Paid.*Now–/);
    expect(row('Justification')).not.toHaveTextContent('differs');
    expect(dialog.getByText('Approved in spite of the warning about EXP-0009.')).toBeVisible();
    expect(await dialog.findByRole('img', { name: 'Receipt old.png' })).toBeVisible();
    expect(await dialog.findByRole('img', { name: 'Receipt new.png' })).toBeVisible();
    expect(row('Revision')).toHaveTextContent('1 (as it stood there)');
    expect(row('Hash of the last event')).toHaveTextContent('(not what stood there)');
    expect(row('Receipt (SHA-256)')).toHaveTextContent('not sent');
    await expectAccessible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: 'What the approver saw' })).toBeNull();
  });

  test('waits until the past is read, and says so of a deleted expense', async () => {
    let asked = 0;
    const { dialog } = await opened(
      http.get('*/api/admin/expenses/:id/decisions/:revision', () => {
        asked += 1;
        const body = { code: 'SNAPSHOT_NOT_READY', message: 'The past is being read: 42%.', details: { percent: 42 } };
        if (asked < 3) return HttpResponse.json(body, { status: 503 });
        const [without, now] = [{ ...then, receipt: null, receipt_sha256: null, no_receipt: true }, null];
        return HttpResponse.json({ ...decision, then: { expense: without, duplicates: [] }, now, differences: [] });
      }),
    );
    expect(await dialog.findByText('The past is being read: 42%.')).toBeVisible();
    expect(await dialog.findByText('This expense has been deleted since.', {}, SLOW)).toBeVisible();
    expect(dialog.queryByText('Now')).toBeNull();
    await expectAccessible();
  });

  test('that cannot be read says why', async () => {
    const { dialog } = await opened(refuse(DECISION, 'TRAIL_BROKEN', 'The trail is broken.'));
    expect(await dialog.findByText('The trail is broken.')).toBeVisible();
  });
});
