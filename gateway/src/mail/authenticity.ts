/** A result of a check that the receiving server made, such as `dkim=pass header.d=example.com`. */
interface CheckResult {
  readonly method: string;
  readonly result: string;
  readonly properties: ReadonlyMap<string, string>;
}

/**
 * Whether the receiving server found that a message comes from the domain of its sender: DMARC, or DKIM or SPF of that
 * domain or one above it. A sender can write such headers too, so only those with the name of the receiving server count:
 * it must remove any that a message brings along (RFC 8601, section 5). Of several, the first one counts, because each
 * server puts its header above the earlier ones.
 * @param headers the values of `Authentication-Results`, in the order of the message
 */
export function isAuthentic(headers: readonly string[], serverId: string, sender: string): boolean {
  const domain = domainOf(sender);
  const own = headers.map(resultsOf).find(({ by }) => by === serverId.toLowerCase());
  return own?.results.some((result) => result.result === 'pass' && speaksFor(result, domain)) ?? false;
}

function speaksFor({ method, properties }: CheckResult, domain: string): boolean {
  switch (method) {
    case 'dmarc':
      return domainOf(properties.get('header.from') ?? '') === domain;
    case 'dkim':
      return isSameOrAbove(domainOf(properties.get('header.d') ?? properties.get('header.i') ?? ''), domain);
    case 'spf':
      return isSameOrAbove(domainOf(properties.get('smtp.mailfrom') ?? ''), domain);
    default:
      return false;
  }
}

/** A name of one label, such as `com`, is above too many. */
function isSameOrAbove(other: string, domain: string): boolean {
  return other === domain || (other.includes('.') && domain.endsWith(`.${other}`));
}

function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

function resultsOf(header: string): { readonly by: string; readonly results: readonly CheckResult[] } {
  const [by = '', ...checks] = withoutComments(header).split(';');
  // The name may be followed by a version.
  return { by: by.trim().split(/\s+/)[0]?.toLowerCase() ?? '', results: checks.map(resultOf) };
}

function resultOf(check: string): CheckResult {
  const pairs = check.trim().split(/\s+/).flatMap(pairOf);
  const [[method = '', result = ''] = []] = pairs;
  // A property that is there twice proves nothing.
  const names = pairs.map(([name]) => name);
  const single = pairs.slice(1).filter(([name]) => names.indexOf(name) === names.lastIndexOf(name));
  return { method, result, properties: new Map(single) };
}

function pairOf(text: string): [string, string][] {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? [];
  return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.toLowerCase()]];
}

/** Quoted texts are left out as well: a comment or a text may hold what looks like a result. */
function withoutComments(header: string): string {
  let depth = 0;
  let isQuoted = false;
  let kept = '';
  for (let at = 0; at < header.length; at += 1) {
    const character = header[at] ?? '';
    if (character === '\\') at += 1;
    else if (character === '"' && depth === 0) isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '(') depth += 1;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}
