import { normaliseEmail } from '@outlay/rules';
import { api } from '#lib/api';
import { startSession } from '#lib/session';

export async function login(email: string, password: string): Promise<void> {
  const { token, user } = await api('POST /api/auth/login', { body: { email: normaliseEmail(email), password } });
  startSession(token, user);
}
