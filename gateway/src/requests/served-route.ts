import type { Route } from '@outlay/contracts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The contract of the route, for hooks that run before Nest knows the handler; absent where there is none. */
    contract?: Route;
  }
}

const ROUTE = Symbol('route');

export function setRoute(handler: object, route: Route): void {
  Reflect.defineMetadata(ROUTE, route, handler);
}

export function routeOf(handler: object): Route | undefined {
  return Reflect.getMetadata(ROUTE, handler) as Route | undefined;
}
