import * as contracts from '@outlay/contracts';
import type { Route } from '@outlay/contracts';
import * as gatewayRoutes from '../routes/gateway-routes.js';

export interface NamedRoute {
  /** As the contract is called, without its `Route`: the operation's id. */
  readonly name: string;
  readonly route: Route;
  /** Answered by the gateway by itself, without asking a service. */
  readonly ownAnswer: boolean;
}

/** Every route there is, from the contracts and the gateway's own, by path. */
export function apiRoutes(): NamedRoute[] {
  const routes = [...named(contracts, false), ...named(gatewayRoutes, true)];
  return routes.sort((a, b) => (a.route.path < b.route.path ? -1 : 1));
}

function named(module: Readonly<Record<string, unknown>>, ownAnswer: boolean): NamedRoute[] {
  return Object.entries(module).flatMap(([name, value]) =>
    isRoute(value) ? [{ name: name.replace(/Route$/, ''), route: value, ownAnswer }] : [],
  );
}

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'reply' in value;
}
