const DEFAULT_PREFIX = 'outlay';

/** `claims-auth` for `mongodb://…/claims`, else `outlay-auth`. @throws RangeError if malformed, without the password */
export function databaseOf(url: string, owner: string): string {
  const parts = /^mongodb(?:\+srv)?:\/\/[^/?]+(?:\/([^/?]*))?(?:\?|$)/.exec(url);
  if (!parts) throw new RangeError('The URL of MongoDB must look like mongodb://user:password@host:27017/outlay');
  return `${parts[1] || DEFAULT_PREFIX}-${owner}`;
}
