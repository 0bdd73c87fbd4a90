const MAX_REDIRECTS = 3;

/** The message may be shown to users, so it contains no address. */
export class SourceFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceFailure';
  }
}

export interface FetchOptions {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
}

/** Null for 404. Follows redirects on the same host only, because the operator trusts no other. */
export async function fetchText(address: URL, { signal, maxBytes }: FetchOptions): Promise<string | null> {
  try {
    const response = await follow(address, signal);
    if (response.ok) return await readText(response, maxBytes);
    await response.body?.cancel();
    if (response.status === 404) return null;
    throw new SourceFailure(`answered ${response.status}`);
  } catch (error) {
    if (error instanceof SourceFailure) throw error;
    throw new SourceFailure(signal.aborted ? 'did not answer in time' : 'could not be reached', { cause: error });
  }
}

async function follow(address: URL, signal: AbortSignal): Promise<Response> {
  for (let [url, hops] = [address, 0]; hops <= MAX_REDIRECTS; hops += 1) {
    const response = await fetch(url, { signal, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const next = new URL(location, url);
    if (next.origin !== address.origin) throw new SourceFailure('redirected to another host');
    url = next;
  }
  throw new SourceFailure('redirected too often');
}

async function readText({ body }: Response, maxBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new SourceFailure(`answered more than ${maxBytes} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
