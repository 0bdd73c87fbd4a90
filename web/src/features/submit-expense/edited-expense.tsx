import type { ExpenseJson } from '@outlay/contracts';
import { isEditable } from '@outlay/rules';
import { useState } from 'react';
import * as texts from '#strings/from-expense';
import { useRole } from '#lib/use-role';
import { STATUS_LOOK } from '#expense/status-pill';
import { Notice } from '#ui/notice';
import { valuesOf } from '#expense/claim-values';
import { ExpenseForm } from './expense-form';

/** Edits the expense as opened; a refetch of the list does not change the form. */
export function EditedExpense({ expense }: { expense: ExpenseJson }) {
  const [opened, setOpened] = useState({ expense, version: 1 });
  const { isPrivileged } = useRole();
  const { status, admin_notes: note } = opened.expense;
  const values = valuesOf(opened.expense);
  if (!isEditable(status)) {
    return <Notice tone="error">{texts.notEditable(STATUS_LOOK[status].label)}</Notice>;
  }
  return (
    <>
      {status === 'rejected' && (
        <Notice tone="warning" className="mb-6">
          <p className="font-semibold">{texts.rejectionReason}</p>
          <p className="whitespace-pre-line">{note ?? texts.noReason}</p>
        </Notice>
      )}
      <ExpenseForm
        key={opened.version}
        expense={opened.expense}
        // An admin who created it may declare what its owner may not.
        values={{ ...values, noReceipt: values.noReceipt && isPrivileged }}
        onReload={(latest) => setOpened(({ version }) => ({ expense: latest, version: version + 1 }))}
      />
    </>
  );
}
