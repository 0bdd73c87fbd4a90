import type { ExpenseJson } from '@outlay/contracts';
import { isEditable } from '@outlay/rules';
import { useState } from 'react';
import { STATUS_LOOK } from '../../../expense/status-pill';
import { Notice } from '../../../ui/notice';
import { valuesOf } from '../form/form-values';
import { ExpenseForm } from './expense-form';

/** Edits the expense as it was when it was opened, whatever the list hears of it meanwhile. */
export function EditedExpense({ expense }: { expense: ExpenseJson }) {
  const [opened, setOpened] = useState({ expense, times: 1 });
  const { status, admin_notes: note } = opened.expense;
  if (!isEditable(status)) {
    const label = STATUS_LOOK[status].label.toLowerCase();
    return <Notice tone="error">An expense that is {label} cannot be edited.</Notice>;
  }
  return (
    <>
      {status === 'rejected' && (
        <Notice tone="warning" className="mb-6">
          <p className="font-semibold">Rejection Reason</p>
          <p className="whitespace-pre-line">{note ?? 'None was given.'}</p>
        </Notice>
      )}
      <ExpenseForm
        key={opened.times}
        expense={opened.expense}
        values={valuesOf(opened.expense)}
        onReload={(latest) => setOpened(({ times }) => ({ expense: latest, times: times + 1 }))}
      />
    </>
  );
}
