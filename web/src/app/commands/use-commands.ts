import type { ExpenseJson } from '@outlay/contracts';
import { fitting, isolated, maySubmit, readsAll } from '@outlay/rules';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { Command, Offer } from '#ui/command';
import * as texts from '#strings/commands';
import * as shell from '#strings/shell';
import * as shortcuts from '#strings/shortcuts';
import { formatDate, formatMoney } from '#expense/format';
import type { ListScope } from '#expense/expense-list';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { apiPage } from '#lib/api';
import { useProfile } from '#lib/profile';
import { signOut } from '#lib/session';
import { THEMES, useTheme } from '#lib/theme';
import { useDebouncedValue } from '#lib/use-debounced-value';
import { ALL_EXPENSES, usersQuery } from '#panel/queries';
import { nameOf } from '#panel/user-name';
import { navItemsOf } from '../shell/nav-items';
import { THEME_LOOK } from '../shell/theme-look';
import { matches } from './command';
import { useFoundPayments } from './use-found-payments';

export interface CommandGroup {
  readonly value: string;
  readonly items: readonly Command[];
}

const MAX_EXPENSES = '6';
const MAX_PEOPLE = 4;
const MAX_PAYMENTS = 6;
const TYPING_MS = 200;

const foundExpenses = (scope: ListScope, q: string) =>
  queryOptions({
    queryKey: [...scope.key, 'found', q],
    queryFn: async ({ signal }) =>
      (await apiPage(scope.list, { query: { q: fitting(q, 100), limit: MAX_EXPENSES }, signal })).rows,
  });

export function useCommands(typed: string, onShortcuts: () => void): CommandGroup[] {
  const navigate = useNavigate();
  const [, setTheme] = useTheme();
  const { role } = useProfile();
  const [isReader, isClaimant] = [readsAll(role), maySubmit(role)];
  const q = typed.trim();
  const { data: expenses = [] } = useQuery({
    ...foundExpenses(OWN_EXPENSES, q),
    enabled: q !== '' && isClaimant,
    placeholderData: keepPreviousData,
  });
  // A search of everybody's claims costs more than one of few.
  const settled = useDebouncedValue(q, TYPING_MS);
  const { data: claims = [] } = useQuery({
    ...foundExpenses(ALL_EXPENSES, settled),
    enabled: settled !== '' && isReader,
    placeholderData: keepPreviousData,
  });
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: isReader });
  const payments = useFoundPayments(settled, role);
  // The claim that the palette was opened over, even if another one is shown since.
  const [claim] = useState(offerOfScreen);

  const screens: Command[] = [
    ...navItemsOf(role).map(({ to, search, label, description, icon }) => ({
      id: to,
      label,
      hint: description,
      icon,
      run: () => void navigate({ to, search }),
    })),
    ...(isReader ? PANEL_TABS : []).map(({ tab, label, hint }) => ({
      id: tab,
      label,
      hint,
      icon: 'shield-check' as const,
      run: () => void navigate({ to: '/admin', search: { tab } }),
    })),
    {
      id: 'token',
      label: texts.token,
      hint: texts.tokenText,
      icon: 'key-round' as const,
      run: () => void navigate({ to: '/get-token' }),
    },
  ];
  const commands: Command[] = [
    ...(role === 'super_admin'
      ? [
          {
            id: 'invite',
            label: texts.invite,
            hint: texts.panelUsersText,
            icon: 'send' as const,
            run: () => void navigate({ to: '/admin', search: { tab: 'users' } }),
          },
        ]
      : []),
    ...THEMES.map((theme) => ({ id: theme, ...THEME_LOOK[theme], run: () => setTheme(theme), stays: true as const })),
    { id: 'shortcuts', label: shortcuts.title, hint: '?', icon: 'keyboard', run: onShortcuts, stays: true },
    { id: 'logout', label: shell.logout, icon: 'log-out', run: () => void signOut() },
  ];
  const found: Command[] = q
    ? [
        ...expenses.map((expense) => ({
          id: expense.id,
          label: expense.justification ?? expense.expense_id,
          hint: hintOf(expense),
          icon: 'receipt-text' as const,
          run: () => void navigate({ to: '/my-expenses', search: { expense: expense.expense_id } }),
        })),
        ...(isClaimant
          ? [
              {
                id: 'own',
                label: texts.searchOwn(q),
                icon: 'search' as const,
                run: () => void navigate({ to: '/my-expenses', search: { q } }),
              },
            ]
          : []),
        ...(isReader
          ? [
              {
                id: 'all',
                label: texts.searchAll(q),
                icon: 'search' as const,
                run: () => void navigate({ to: '/admin', search: { q } }),
              },
            ]
          : []),
      ]
    : [];
  const people: Command[] = users.map(({ id, email, ...user }) => ({
    id: `person ${id}`,
    label: nameOf({ ...user, id, email }),
    hint: email,
    icon: 'search' as const,
    run: () => void navigate({ to: '/admin', search: { user: email } }),
  }));
  const everybodys: Command[] = claims.map((claim) => ({
    id: `claim ${claim.id}`,
    label: claim.justification ?? claim.expense_id,
    hint: `${isolated(claim.user_name)} · ${hintOf(claim)}`,
    icon: 'receipt-text' as const,
    run: () => void navigate({ to: '/admin', search: { expense: claim.expense_id } }),
  }));
  return [
    ...(claim ? [{ value: claim.title, items: claim.commands.filter((each) => matches(each, q)) }] : []),
    { value: texts.screens, items: screens.filter((each) => matches(each, q)) },
    { value: texts.commands, items: commands.filter((each) => matches(each, q)) },
    { value: texts.people, items: q ? people.filter((each) => matches(each, q)).slice(0, MAX_PEOPLE) : [] },
    { value: texts.payments, items: q ? payments.filter((each) => matches(each, q)).slice(0, MAX_PAYMENTS) : [] },
    { value: texts.claims, items: q ? everybodys : [] },
    { value: texts.expenses, items: found },
  ].filter(({ items }) => items.length > 0);
}

function offerOfScreen(): Offer | null {
  let offer: Offer | null = null;
  const detail = (answer: Offer) => void (offer = answer);
  window.dispatchEvent(new CustomEvent('ask-commands', { detail }));
  return offer;
}

const PANEL_TABS = [
  { tab: 'payments', label: texts.panelPayments, hint: texts.panelPaymentsText },
  { tab: 'reports', label: texts.panelReports, hint: shell.myReportsText },
  { tab: 'users', label: texts.panelUsers, hint: texts.panelUsersText },
] as const;

function hintOf({ date, amount, currency, expense_id }: ExpenseJson): string {
  return [formatDate(date), formatMoney(amount, currency), expense_id].join(' · ');
}
