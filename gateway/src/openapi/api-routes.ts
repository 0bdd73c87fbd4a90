import * as contracts from '@outlay/contracts';
import type { Route } from '@outlay/contracts';
import * as gatewayRoutes from '../routes/gateway-routes.js';

export interface NamedRoute {
  readonly name: string;
  readonly route: Route;
  /** Handled by the gateway without a service. */
  readonly isLocal: boolean;
}

export function apiRoutes(): NamedRoute[] {
  const routes = [...named(contracts, false), ...named(gatewayRoutes, true)];
  return routes.sort((a, b) => (a.route.path < b.route.path ? -1 : 1));
}

function named(module: Readonly<Record<string, unknown>>, isLocal: boolean): NamedRoute[] {
  return Object.entries(module).flatMap(([name, value]) =>
    isRoute(value) ? [{ name: name.replace(/Route$/, ''), route: value, isLocal }] : [],
  );
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}
