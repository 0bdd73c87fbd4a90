import type { QueryClient } from '@tanstack/react-query';
import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router';
import { readDebugFlag } from '#lib/debug';
import { takeIncomingToken } from '#lib/incoming-token';
import { LoadingScreen } from '#ui/loading-screen';
import { RouteFailure } from './route-failure';
import { routeTree } from './routes';

export function createAppRouter(queryClient: QueryClient, history: RouterHistory = createBrowserHistory()) {
  readDebugFlag(history.location.href);
  const withoutToken = takeIncomingToken(history.location.href);
  if (withoutToken !== null) history.replace(withoutToken);
  return createRouter({
    routeTree,
    context: { queryClient },
    history,
    defaultPreload: 'intent',
    defaultPendingComponent: LoadingScreen,
    defaultErrorComponent: RouteFailure,
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
