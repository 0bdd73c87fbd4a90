import type { Credentials } from '@eventstore/db-client';

const PARTS =
  /^(?:esdb|kurrentdb)(?<discover>\+discover)?:\/\/(?:(?<user>[^:@/]+):(?<password>[^@/]+)@)?(?<hosts>[^@/?][^?]*)(?:\?(?<query>.*))?$/;
const IS_INSECURE = /^tls=false$/i;
const NAMESPACE = /^namespace=/i;
/** Without TLS the client sends no credentials, but has to be given some (docs/decisions/0010). */
const NOT_SENT: Credentials = { username: 'none', password: 'none' };

/** What a connection string says. */
export interface ConnectionParts {
  /** The connection string without its password, which the client prints in warnings and errors. */
  readonly address: string;
  /** To go along with each call. */
  readonly credentials: Credentials;
  /** Which of the streams there are this installation's; null where all are. */
  readonly namespace: string | null;
}

/**
 * A connection string of EventStoreDB in parts, and the one parameter in it that is ours: `namespace`.
 * Throws `RangeError`, without the string in it, when it is none or its credentials are missing.
 */
export function parseConnectionString(url: string): ConnectionParts {
  const { discover = '', user, password, hosts, query = '' } = PARTS.exec(url.trim())?.groups ?? {};
  if (!hosts) throw new RangeError('The event store’s URL must be like esdb://user:password@host:2113');
  const parameters = query.split('&').filter((parameter) => parameter !== '');
  const namespace = parameters.findLast((parameter) => NAMESPACE.test(parameter))?.replace(NAMESPACE, '') ?? null;
  if (namespace !== null && !/^\w+$/.test(namespace)) {
    throw new RangeError('The namespace in the event store’s URL must be letters, digits and underscores');
  }
  const others = parameters.filter((parameter) => !NAMESPACE.test(parameter));
  // The last of a parameter counts: an append that is refused must never pass for one that was made.
  const address = `esdb${discover}://${hosts}?${[...others, 'throwOnAppendFailure=true'].join('&')}`;
  if (user && password) {
    const credentials = { username: decodeURIComponent(user), password: decodeURIComponent(password) };
    return { address, credentials, namespace };
  }
  if (others.some((parameter) => IS_INSECURE.test(parameter))) return { address, credentials: NOT_SENT, namespace };
  throw new RangeError('The event store’s URL needs user:password@ before the host, unless it says ?tls=false');
}
