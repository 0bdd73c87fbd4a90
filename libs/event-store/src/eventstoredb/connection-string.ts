import type { Credentials } from '@eventstore/db-client';

const PARTS =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<hosts>[^@/?][^?]*)(?:\?(?<query>.*))?$/;
const IS_INSECURE = /^tls=false$/i;
const NAMESPACE = /^namespace=/i;
/** Without TLS the client sends no credentials but requires some (docs/decisions/0010). */
const NOT_SENT: Credentials = { username: 'none', password: 'none' };

export interface ConnectionParts {
  /** The connection string without the password, since the client prints it in warnings and errors. */
  readonly address: string;
  readonly credentials: Credentials;
  readonly namespace: string | null;
}

/** `namespace` is our own parameter. @throws RangeError if the URL is malformed, without its password */
export function parseConnectionString(url: string): ConnectionParts {
  const { discover = '', user, password, hosts, query = '' } = PARTS.exec(url.trim())?.groups ?? {};
  if (!hosts) throw new RangeError('The event store’s URL must be like esdb://user:password@host:2113');
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const namespace = parameters.findLast((parameter) => NAMESPACE.test(parameter))?.replace(NAMESPACE, '') ?? null;
  if (namespace !== null && !/^\w+$/.test(namespace)) {
    throw new RangeError('The namespace in the event store’s URL must be letters, digits and underscores');
  }
  const others = parameters.filter((parameter) => !NAMESPACE.test(parameter));
  // Appended last because the last value wins: a refused append must never pass for a successful one.
  const address = `esdb${discover}://${hosts}?${[...others, 'throwOnAppendFailure=true'].join('&')}`;
  if (user && password) {
    const credentials = { username: decodeURIComponent(user), password: decodeURIComponent(password) };
    return { address, credentials, namespace };
  }
  if (others.some((parameter) => IS_INSECURE.test(parameter))) return { address, credentials: NOT_SENT, namespace };
  throw new RangeError('The event store’s URL needs user:password@ before the host, unless it says ?tls=false');
}
