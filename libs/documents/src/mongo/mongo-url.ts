const DEFAULT_PREFIX = 'outlay';

/**
 * The database of one owner at a URL such as `mongodb://user:password@host:27017/claims`: `claims-auth`; `outlay-auth` where
 * the URL names none. Throws `RangeError` for what is no URL of MongoDB, without naming it: it may hold a password.
 */
export function databaseOf(url: string, owner: string): string {
  const parts = /^mongodb(?:\+srv)?:\/\/[^/?]+(?:\/([^/?]*))?(?:\?|$)/.exec(url);
  if (!parts) throw new RangeError('The URL of MongoDB must look like mongodb://user:password@host:27017/outlay');
  return `${parts[1] || DEFAULT_PREFIX}-${owner}`;
}
