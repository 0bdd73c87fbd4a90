import type { UserJson } from '@outlay/contracts';
import { createMemoryHistory } from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { HttpHandler } from 'msw';
import { App } from '../app';
import { createQueryClient } from '../query-client';
import { createAppRouter } from '../router';
import { answer } from './answers';
import { aToken } from './builders';
import { server } from './server';
import { setUpUser } from './user';

export interface RenderRouteOptions {
  /** The signed-in user: stores a token and answers the profile request. */
  as?: UserJson;
  token?: string;
  handlers?: HttpHandler[];
}

export function renderRoute(path: string, { as, token, handlers = [] }: RenderRouteOptions = {}) {
  server.use(...handlers, ...(as ? [answer('GET /api/auth/me', { ...as })] : []));
  const stored = token ?? (as && aToken(as));
  if (stored) localStorage.setItem('token', stored);
  const queryClient = createQueryClient({ retryDelay: 0 });
  const router = createAppRouter(queryClient, createMemoryHistory({ initialEntries: [path] }));
  const view = render(<App router={router} queryClient={queryClient} />);
  return {
    ...view,
    router,
    queryClient,
    user: setUpUser(),
    path: () => router.state.location.pathname,
  };
}
