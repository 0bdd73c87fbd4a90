import { readsAll } from '@outlay/rules';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { expenseList, expenseSummary, type ListFilter, type ListScope } from '#expense/expense-list';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { ALL_EXPENSES } from '#panel/queries';
import { incomingReceiptOf } from '#lib/incoming-receipt';
import { getStoredUser, getToken } from '#lib/session';
import { filterOf as ownFilterOf, readListSearch } from '#features/my-expenses/list-search';
import { filterOf as panelFilterOf, readPanelSearch } from '#panel/panel-search';
import type { AuditSearch } from '#features/audit/audit-search';
import { readReportsSearch } from '#features/my-reports/reports-search';
import { readInvite } from '#features/register/invite-search';
import { readSubmitSearch } from '#features/submit-expense/submit-search';
import { Root } from './root';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Root });

const HOME = '/my-expenses';
const toHome = () => {
  throw redirect({ to: HOME, replace: true });
};
/** An auditor has no claims: their home is the audit trail. */
const onlyClaimants = () => {
  if (getStoredUser()?.role === 'auditor') throw redirect({ to: '/audit', replace: true });
};
const onlyLoggedOut = () => {
  if (getToken() !== null) toHome();
};

const login = createRoute({
  getParentRoute: () => root,
  path: 'login',
  beforeLoad: onlyLoggedOut,
  component: lazyRouteComponent(() => import('#features/login/login-screen'), 'LoginScreen'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: 'register',
  beforeLoad: onlyLoggedOut,
  validateSearch: readInvite,
  component: lazyRouteComponent(() => import('#features/register/register-screen'), 'RegisterScreen'),
});

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (getToken() !== null) return;
    throw redirect({ to: '/login', state: { ...incomingReceiptOf(location), linked: location.href }, replace: true });
  },
  component: lazyRouteComponent(() => import('./profile-gate'), 'ProfileGate'),
});

const shell = createRoute({
  getParentRoute: () => signedIn,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell/shell'), 'Shell'),
});

/** The list loads in parallel with its screen, which handles errors; not when a link is only hovered. */
function loadAhead(queryClient: QueryClient, scope: ListScope, filter: ListFilter, counted: ListFilter) {
  void queryClient.prefetchInfiniteQuery(expenseList(scope, filter));
  void queryClient.prefetchQuery(expenseSummary(scope, counted));
}

const myExpenses = createRoute({
  getParentRoute: () => shell,
  path: 'my-expenses',
  beforeLoad: onlyClaimants,
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('#features/my-expenses/my-expenses-screen'), 'MyExpensesScreen'),
  loader: ({ context, cause, location }) => {
    const search = readListSearch(location.search);
    // The screen turns what was typed into what is stored.
    if (cause !== 'enter' || search.q) return;
    loadAhead(context.queryClient, OWN_EXPENSES, ownFilterOf(search, ''), {});
  },
});

/** Outside the layout. */
const submitExpense = createRoute({
  getParentRoute: () => signedIn,
  path: 'submit-expense',
  validateSearch: readSubmitSearch,
  // Incoming files leave the URL before any request.
  beforeLoad: ({ search: { uploaded, shared, ...search } }) => {
    onlyClaimants();
    if (uploaded || shared) {
      throw redirect({ to: '/submit-expense', search, state: { uploaded, shared }, replace: true });
    }
  },
  component: lazyRouteComponent(() => import('#features/submit-expense/submit-expense-screen'), 'SubmitExpenseScreen'),
});

const myReports = createRoute({
  getParentRoute: () => shell,
  path: 'my-reports',
  beforeLoad: onlyClaimants,
  validateSearch: readReportsSearch,
  component: lazyRouteComponent(() => import('#features/my-reports/my-reports-screen'), 'MyReportsScreen'),
});

const admin = createRoute({
  getParentRoute: () => shell,
  path: 'admin',
  validateSearch: readPanelSearch,
  component: lazyRouteComponent(() => import('./panel/admin-screen'), 'AdminScreen'),
  loader: ({ context, cause, location }) => {
    const user = getStoredUser();
    const isReader = user !== undefined && readsAll(user.role);
    const search = readPanelSearch(location.search);
    if (cause !== 'enter' || !isReader || search.tab || search.as_of) return;
    const filter = panelFilterOf(search, search.q ?? '');
    loadAhead(context.queryClient, ALL_EXPENSES, filter, filter);
  },
});

const adminExpenses = createRoute({
  getParentRoute: () => shell,
  path: 'admin-expenses',
  validateSearch: readPanelSearch,
  component: lazyRouteComponent(() => import('./panel/admin-expenses-screen'), 'AdminExpensesScreen'),
});

const audit = createRoute({
  getParentRoute: () => shell,
  path: 'audit',
  // The screen parses its search, because the rules are loaded with it.
  validateSearch: (search): AuditSearch => search,
  component: lazyRouteComponent(() => import('./panel/audit-screen'), 'AuditScreen'),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: 'settings',
  component: lazyRouteComponent(() => import('#features/settings/settings-screen'), 'SettingsScreen'),
});

const getTokenPage = createRoute({
  getParentRoute: () => root,
  path: 'get-token',
  component: lazyRouteComponent(() => import('./get-token-page'), 'GetTokenPage'),
});

const index = createRoute({ getParentRoute: () => root, path: '/', beforeLoad: toHome });
const dashboard = createRoute({ getParentRoute: () => root, path: 'dashboard', beforeLoad: toHome });
const anywhere = createRoute({ getParentRoute: () => root, path: '$', beforeLoad: toHome });

export const routeTree = root.addChildren([
  login,
  register,
  signedIn.addChildren([
    submitExpense,
    shell.addChildren([myExpenses, myReports, admin, adminExpenses, audit, settings]),
  ]),
  getTokenPage,
  index,
  dashboard,
  anywhere,
]);
