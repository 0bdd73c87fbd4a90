import type { MaybeKept } from './ask-again';
import { NetworkError } from './errors';
import { LAST_REPLY } from './kept-keys';
import { getToken, readToken } from './session';

/** The reply, or without an answer the last one, which the browser keeps until the session ends. */
export async function orLastReply<Reply extends object>(
  name: string,
  request: () => Promise<Reply>,
): Promise<Reply & MaybeKept> {
  const key = keyOf(name);
  try {
    const reply = await request();
    if (key && key === keyOf(name)) keep(key, { reply, at: new Date().toISOString() });
    return reply;
  } catch (error) {
    const kept = error instanceof NetworkError && key ? read<Reply>(key) : null;
    if (!kept) throw error;
    return { ...kept.reply, keptAt: kept.at };
  }
}

interface Kept<Reply> {
  readonly reply: Reply;
  readonly at: string;
}

function keyOf(name: string): string | null {
  const userId = readToken(getToken() ?? '')?.sub;
  return userId ? `${LAST_REPLY}${userId} ${name}` : null;
}

function keep(key: string, kept: Kept<unknown>) {
  try {
    localStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // An older list is misleading, and one of the wrong size fits no better next time.
    localStorage.removeItem(key);
  }
}

function read<Reply>(key: string): Kept<Reply> | null {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null') as Kept<Reply> | null;
  } catch {
    return null;
  }
}
