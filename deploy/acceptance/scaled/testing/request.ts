import { isErrorBody, type Route } from '@outlay/contracts';
import { RestClient, type RestRequest } from '@outlay/seed';

export interface TimedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  readonly ms: number;
}

/** @throws if there is no response, or an error response that breaks the contract */
export async function send<R extends Route>(
  origin: string,
  route: R,
  request: RestRequest<R> = {},
): Promise<TimedResponse> {
  const started = performance.now();
  const response = await new RestClient(origin, 1).send(route, request);
  const bytes = await response.arrayBuffer();
  const ms = performance.now() - started;
  const hasJson = response.headers.get('content-type')?.startsWith('application/json');
  const reply: unknown = hasJson ? JSON.parse(Buffer.from(bytes).toString()) : undefined;
  if (!response.ok && !isErrorBody(reply)) {
    throw new Error(`${route.method} ${route.path} returned ${response.status} without a message and a code`);
  }
  return { status: response.status, headers: response.headers, body: reply, ms };
}
