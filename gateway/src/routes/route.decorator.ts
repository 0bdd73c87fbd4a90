import { HttpCode, RequestMapping, RequestMethod, UseInterceptors, type StreamableFile } from '@nestjs/common';
import type { Route as ContractRoute, RouteReply } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../requests/call.js';
import { ThrottleInterceptor } from '../throttling/throttle.interceptor.js';
import { markServed } from './served-route.js';

type JsonHandler<R extends ContractRoute> = (
  call: Call<R>,
  reply: FastifyReply,
) => Promise<RouteReply<R> | StreamableFile>;
/** Files and lists are sent by the handler itself. */
type SendingHandler<R extends ContractRoute> = (
  call: Call<R>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;
type Handler<R extends ContractRoute> = R extends { answer: 'file' } | { cached: true }
  ? SendingHandler<R>
  : JsonHandler<R>;

/**
 * Serves a contract's route: method, path, success status, who may call and how often are read from the contract, and
 * the method must take its input and give its reply. A handler without this mark is refused by the access guard.
 */
export function Route<R extends ContractRoute>(route: R) {
  return <Method extends Handler<R>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (!descriptor.value) throw new TypeError(`${key} is not a method`);
    markServed(descriptor.value, route);
    RequestMapping({ method: RequestMethod[route.method], path: route.path.replace(/\{(\w+)\}/g, ':$1') })(
      target,
      key,
      descriptor,
    );
    HttpCode(route.status ?? 200)(target, key, descriptor);
    // Only where it has something to do: an interceptor is a good part of what a quick call costs.
    if (route.throttle) UseInterceptors(ThrottleInterceptor)(target, key, descriptor);
  };
}
