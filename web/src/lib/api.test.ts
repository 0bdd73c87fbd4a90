import { describe, expect, jest, test } from '@jest/globals';
import { answer, answerFile, aToken, anExpense, aUser, breakDown, noAnswer, refuse, server } from '#app/testing';
import { api, send } from './api';
import { apiFile, apiUpload } from './api-files';
import { ApiError, NetworkError } from './errors';
import { getToken, onSessionEnd, setToken, tokenRole } from './session';

describe('api', () => {
  test('sends path parameters, body and token', async () => {
    setToken('t.o.k');
    server.use(
      answer('PUT /api/admin/expenses/{id}/reject', ({ params, body, token }) => {
        expect([params.id, body, token]).toEqual(['EXP 1/2', { admin_notes: 'No receipt' }, 't.o.k']);
        return { message: 'Rejected', expense: anExpense({ status: 'rejected' }) };
      }),
    );
    const reply = await api('PUT /api/admin/expenses/{id}/reject', {
      params: { id: 'EXP 1/2' },
      body: { admin_notes: 'No receipt' },
    });
    expect(reply.expense.status).toBe('rejected');
  });

  test.each([
    ['a change', 'PUT', 'x'.repeat(1_000), true],
    ['a change without a body', 'POST', undefined, true],
    ['a change with a long body', 'PUT', 'x'.repeat(5_000), false],
    ['a form', 'POST', new FormData(), false],
    ['a read', 'GET', undefined, false],
  ])('%s outlives its page only if it can (R-10.34)', async (_, method, body, isKept) => {
    const fetched = jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('{}'));
    const call = { method, url: '/api/x', token: null, headers: {}, signal: undefined, keepSession: undefined };
    await send({ ...call, body });
    expect(fetched).toHaveBeenCalledWith('/api/x', expect.objectContaining({ keepalive: isKept }));
    fetched.mockRestore();
  });

  test('requests a rate without a token', async () => {
    setToken('t.o.k');
    const rate = { rate: 0.9, effective_date: '2026-03-05', source: 'ecb', stale: false, provisional: false };
    server.use(
      answer('GET /api/exchange-rate', ({ query, token }) => {
        expect([query.get('from'), query.get('date'), token]).toEqual(['USD', '2026-03-05', null]);
        return rate;
      }),
    );
    expect(await api('GET /api/exchange-rate', { query: { from: 'USD', to: 'EUR', date: '2026-03-05' } })).toEqual(
      rate,
    );
  });

  test('an error response keeps status, code, message and details', async () => {
    server.use(refuse('GET /api/expenses', 'FORBIDDEN', 'Not for you.', { why: 'role' }));
    const error = await api('GET /api/expenses').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 403, code: 'FORBIDDEN', message: 'Not for you.', details: { why: 'role' } });
  });

  test('an error response without our body has a status and no message', async () => {
    server.use(breakDown('GET /api/expenses', 502));
    await expect(api('GET /api/expenses')).rejects.toMatchObject({ status: 502, code: null, message: '' });
  });

  test('no response is a NetworkError', async () => {
    server.use(noAnswer('GET /api/expenses'));
    const error = await api('GET /api/expenses').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(NetworkError);
    expect(error).toMatchObject({ message: 'Network error. Check if backend server is running.' });
  });

  test('a cancelled call rejects with AbortError, not NetworkError', async () => {
    const controller = new AbortController();
    controller.abort();
    await expect(api('GET /api/expenses', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('two rejected calls with the same token end the session once', async () => {
    setToken('t.o.k');
    let ends = 0;
    const stop = onSessionEnd(() => (ends += 1));
    server.use(refuse('GET /api/expenses', 'UNAUTHENTICATED', 'Please log in.'));
    await Promise.allSettled([api('GET /api/expenses'), api('GET /api/expenses')]);
    stop();
    expect(getToken()).toBeNull();
    expect(ends).toBe(1);
  });

  test('a late rejection of an old token keeps the new login', async () => {
    setToken('old.o.k');
    server.use(refuse('GET /api/expenses', 'UNAUTHENTICATED', 'Please log in.'));
    const call = api('GET /api/expenses').catch(() => undefined);
    setToken('new.o.k');
    await call;
    expect(getToken()).toBe('new.o.k');
  });

  test('a wrong password does not end the session', async () => {
    setToken('t.o.k');
    server.use(refuse('POST /api/auth/login', 'INVALID_CREDENTIALS', 'Wrong.'));
    await expect(api('POST /api/auth/login', { body: { email: 'a@b.co', password: 'x' } })).rejects.toThrow('Wrong.');
    expect(getToken()).toBe('t.o.k');
  });

  test('a file has its bytes and its name', async () => {
    server.use(answerFile('GET /uploads/{filename}', 'bytes', 'image/png', 'dinner.png'));
    const { blob, filename } = await apiFile('GET /uploads/{filename}', { params: { filename: 'a.png' } });
    expect([await blob.text(), blob.type, filename]).toEqual(['bytes', 'image/png', 'dinner.png']);
  });

  test('a file download reports its progress', async () => {
    server.use(answerFile('GET /uploads/{filename}', 'bytes', 'image/png', 'dinner.png'));
    const shares: number[] = [];
    const { blob } = await apiFile('GET /uploads/{filename}', {
      params: { filename: 'a.png' },
      onProgress: (share) => shares.push(share),
    });
    expect([await blob.text(), blob.type, shares.at(-1)]).toEqual(['bytes', 'image/png', 1]);
  });

  test('an upload sends the form and returns the reply, or rejects with the error', async () => {
    setToken('t.o.k');
    const form = new FormData();
    form.set('status', 'draft');
    form.set('receipt', new File(['png'], 'a.png', { type: 'image/png' }));
    server.use(
      answer('POST /api/expenses', ({ token, body }) => {
        expect(token).toBe('t.o.k');
        expect(body).toMatchObject({ status: 'draft', receipt: { name: 'a.png', type: 'image/png' } });
        return { message: 'Saved', expense: anExpense({ status: 'draft' }) };
      }),
    );
    expect((await apiUpload('POST /api/expenses', { body: form })).expense.status).toBe('draft');

    server.use(refuse('POST /api/expenses', 'FILE_TOO_LARGE', 'Too large.'));
    await expect(apiUpload('POST /api/expenses', { body: form })).rejects.toMatchObject({ status: 413 });
  });
});

describe('the role of a token', () => {
  test.each([
    ['super_admin', aToken(aUser({ role: 'super_admin' })), 'super_admin'],
    ['partner', aToken(aUser({ role: 'partner' })), 'partner'],
    ['an unreadable token', 'no-token', 'team_member'],
  ])('of %s is read from its payload, team member by default', (_, token, role) => {
    setToken(token);
    expect(tokenRole()).toBe(role);
  });
});
