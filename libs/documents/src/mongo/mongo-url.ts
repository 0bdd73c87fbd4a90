const DEFAULT_PREFIX = 'outlay';

/**
 * The database of one owner, such as `claims-auth` for `mongodb://user:password@host:27017/claims`; `outlay-auth` if the URL
 * has no database.
 * @throws RangeError if it is not a MongoDB URL; the message does not contain the URL, which may hold a password
 */
export function databaseOf(url: string, owner: string): string {
  const parts = /^mongodb(?:\+srv)?:\/\/[^/?]+(?:\/([^/?]*))?(?:\?|$)/.exec(url);
  if (!parts) throw new RangeError('The URL of MongoDB must look like mongodb://user:password@host:27017/outlay');
  return `${parts[1] || DEFAULT_PREFIX}-${owner}`;
}
