import { paymentReference, readsAll, type Role } from '@outlay/rules';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import * as texts from '#strings/commands';
import type { Command } from '#ui/command';
import { formatInstant, formatMoney } from '#expense/format';
import { owedQuery } from '#features/payments/run/owed';
import { runsQuery } from '#features/payments/run/runs';
import { allReportsQuery } from '#features/reports/all-reports';

/** The shortest text that looks for payments: the lists are long. */
const MIN_LENGTH = 3;

/** People who can be paid, payment runs, and reports by name and reference. */
export function useFoundPayments(q: string, role: Role): Command[] {
  const navigate = useNavigate();
  const enabled = readsAll(role) && q.length >= MIN_LENGTH;
  const { data: runs = [] } = useQuery({ ...runsQuery, enabled });
  const { data: reports = [] } = useQuery({ ...allReportsQuery, enabled, refetchInterval: false });
  // The list of all approved claims is long, so that it is fetched for the verb only.
  const { data: owed = [] } = useQuery({ ...owedQuery, enabled: role === 'super_admin' && /^pay\b/i.test(q) });
  return [
    ...owed.map(({ key, userName, userEmail, currency, expenses }) => ({
      id: `pay ${key}`,
      label: texts.pay(userName),
      hint: texts.owed(expenses.length, currency),
      icon: 'banknote' as const,
      run: () => void navigate({ to: '/admin', search: { status: 'approved', user: userEmail } }),
    })),
    ...runs.map(({ id, reference, started_at }) => ({
      id: `run ${id}`,
      label: texts.run(reference),
      hint: formatInstant(started_at),
      icon: 'banknote' as const,
      run: () => void navigate({ to: '/admin', search: { tab: 'payments', run: id } }),
    })),
    ...reports.map(({ id, user_name, payment_id, generated_at, total_amount, currency }) => ({
      id: `report ${id}`,
      label: texts.report(user_name),
      hint: [formatInstant(generated_at), formatMoney(total_amount, currency), paymentReference(payment_id)].join(
        ' · ',
      ),
      icon: 'file-spreadsheet' as const,
      run: () => void navigate({ to: '/admin', search: { tab: 'reports', report: id } }),
    })),
  ];
}
