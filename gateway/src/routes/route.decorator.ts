import { HttpCode, RequestMapping, RequestMethod, type StreamableFile } from '@nestjs/common';
import type { Route as ContractRoute, RouteReply } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../requests/call.js';

const ROUTE = Symbol('route');

type JsonHandler<R extends ContractRoute> = (
  call: Call<R>,
  reply: FastifyReply,
) => Promise<RouteReply<R> | StreamableFile>;
type FileHandler<R extends ContractRoute> = (
  call: Call<R>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;
type Handler<R extends ContractRoute> = R extends { answer: 'file' } ? FileHandler<R> : JsonHandler<R>;

/**
 * Serves a contract's route: method, path, success status and who may call are read from the contract, and the method
 * must take its input and give its reply. A handler without this mark is refused by the access guard.
 */
export function Route<R extends ContractRoute>(route: R) {
  return <Method extends Handler<R>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (!descriptor.value) throw new TypeError(`${key} is not a method`);
    Reflect.defineMetadata(ROUTE, route, descriptor.value);
    RequestMapping({ method: RequestMethod[route.method], path: route.path.replace(/\{(\w+)\}/g, ':$1') })(
      target,
      key,
      descriptor,
    );
    HttpCode(route.status ?? 200)(target, key, descriptor);
  };
}

/** The contract a handler serves. */
export function routeOf(handler: object): ContractRoute | undefined {
  return Reflect.getMetadata(ROUTE, handler) as ContractRoute | undefined;
}
