import { HttpCode, RequestMapping, RequestMethod, UseInterceptors, type StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { Route as ContractRoute, RouteReply } from '@outlay/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call } from '../requests/call.js';
import { ThrottleInterceptor } from '../throttling/throttle.interceptor.js';
import { UploadMemoryInterceptor } from '../uploads/upload-memory.js';
import { setRoute } from '../requests/served-route.js';

type JsonHandler<R extends ContractRoute> = (
  call: Call<R>,
  reply: FastifyReply,
) => Promise<RouteReply<R> | StreamableFile>;
/** A handler of a file, a list or events sends the reply itself. */
type SendingHandler<R extends ContractRoute> = (
  call: Call<R>,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<void>;
type Handler<R extends ContractRoute> = R extends { replyType: 'file' | 'events' } | { cached: true }
  ? SendingHandler<R>
  : JsonHandler<R>;

/** Applies a contract to its handler. The access guard rejects a handler without this decorator. */
export function Route<R extends ContractRoute>(route: R) {
  return <Method extends Handler<R>>(
    target: object,
    key: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    if (!descriptor.value) throw new TypeError(`${key} is not a method`);
    setRoute(descriptor.value, route);
    RequestMapping({ method: RequestMethod[route.method], path: routerPath(route) })(target, key, descriptor);
    RouteConfig({ contract: route })(target, key, descriptor);
    HttpCode(route.status ?? 200)(target, key, descriptor);
    // Interceptors are added only where they are needed, because each is a noticeable cost of a fast call.
    if (route.throttle) UseInterceptors(ThrottleInterceptor)(target, key, descriptor);
    if (route.encoding === 'multipart') UseInterceptors(UploadMemoryInterceptor)(target, key, descriptor);
  };
}

function routerPath({ path, deepPath }: ContractRoute): string {
  return deepPath ? path.replace(/\{\w+\}$/, '*') : path.replace(/\{(\w+)\}/g, ':$1');
}
