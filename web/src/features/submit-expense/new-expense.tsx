import { useLocation } from '@tanstack/react-router';
import { emptyValues } from '#expense/claim-values';
import { localToday } from '#lib/local-today';
import { useProfile } from '#lib/profile';
import { useProposals } from './form/use-proposals';
import { ExpenseForm } from './expense-form';

export default function NewExpense() {
  const currency = useProfile().reimbursement_currency ?? 'EUR';
  const proposals = useProposals(currency);
  // Each unfinished form that is continued is a form of its own.
  const form = useLocation({ select: ({ state }) => state.form });
  return <ExpenseForm key={form} expense={null} values={emptyValues(currency, localToday())} proposals={proposals} />;
}
