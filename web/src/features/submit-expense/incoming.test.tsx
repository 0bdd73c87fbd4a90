import { afterEach, describe, expect, test } from '@jest/globals';
import { receiptMessages } from '@outlay/rules';
import { screen, waitFor } from '@testing-library/react';
import { answer, answerFile, aToken, aUser, expectAccessible, refuse, renderRoute, server } from '#app/testing';
import { CREATE, draftButton, field, saves, showForm } from './testing';

const FILE = 'GET /uploads/{filename}';

describe('a file uploaded by the phone shortcut', () => {
  test('is removed from the URL, attached, and sent by name', async () => {
    const { handler, fields } = saves(CREATE);
    const view = showForm('/submit-expense?uploaded=shot-1.png', [handler, answerFile(FILE, 'png', 'image/png')]);
    expect(await screen.findByText('Receipt attached from iOS Shortcut!')).toBeVisible();
    expect(view.router.state.location.href).toBe('/submit-expense');
    expect(screen.getByText('shot-1.png')).toBeVisible();
    await expectAccessible();
    await view.user.click(await draftButton());
    await waitFor(() => expect(fields()).toMatchObject({ uploaded: 'shot-1.png' }));
  });

  test('that fails to load shows the reason', async () => {
    showForm('/submit-expense?uploaded=lost.png', [refuse(FILE, 'NOT_FOUND', 'Receipt not found')]);
    expect(
      await screen.findByText('Failed to load uploaded file: Receipt not found. Please upload manually.'),
    ).toBeVisible();
    expect(screen.getByLabelText('Upload File')).toBeEnabled();
  });

  test('is not sent after removal', async () => {
    const { handler, fields } = saves(CREATE);
    const view = showForm('/submit-expense?uploaded=shot-1.png', [handler, answerFile(FILE, 'png', 'image/png')]);
    await view.user.click(await screen.findByRole('button', { name: 'Remove' }));
    expect(screen.queryByText('Receipt attached from iOS Shortcut!')).toBeNull();
    await view.user.click(await draftButton());
    await waitFor(() => expect(fields()).toMatchObject({ status: 'draft' }));
    expect(fields()).not.toHaveProperty('uploaded');
  });
});

describe('a file uploaded by the phone shortcut, without a session', () => {
  const user = aUser();
  const handlers = [
    answer('POST /api/auth/login', { token: aToken(user), user }),
    answer('GET /api/auth/me', user),
    answer('GET /api/expenses', []),
    answerFile(FILE, 'png', 'image/png'),
  ];

  test('waits behind the login', async () => {
    const view = renderRoute('/submit-expense?uploaded=shot-1.png', { handlers });
    await view.user.type(await screen.findByLabelText('Email'), user.email);
    expect(view.router.state.location.href).toBe('/login');
    await view.user.type(screen.getByLabelText('Password'), 'Battery-Staple-7{Enter}');
    expect(await screen.findByText('Receipt attached from iOS Shortcut!')).toBeVisible();
    expect(screen.getByText('shot-1.png')).toBeVisible();
  });

  test('waits behind the login if the session has expired', async () => {
    const refused = refuse('GET /api/auth/me', 'UNAUTHENTICATED', 'Please log in.');
    const view = renderRoute('/submit-expense?uploaded=shot-1.png', { token: aToken(user), handlers: [refused] });
    await view.user.type(await screen.findByLabelText('Email'), user.email);
    server.use(...handlers);
    await view.user.type(screen.getByLabelText('Password'), 'Battery-Staple-7{Enter}');
    expect(await screen.findByText('Receipt attached from iOS Shortcut!')).toBeVisible();
  });
});

describe('files shared by another application', () => {
  const HOUR = 60 * 60 * 1000;
  function leaveShared(files: readonly File[], ageMs = 0) {
    const kept = new Map<string, Response>();
    for (const [index, file] of files.entries()) {
      const headers = {
        'Content-Type': file.type,
        'X-File-Name': encodeURIComponent(file.name),
        'X-Shared-At': String(Date.now() - ageMs),
      };
      kept.set(`/shared-receipt/${index}`, new Response(file, { headers }));
    }
    const keyOf = (key: string | Request) => (typeof key === 'string' ? key : new URL(key.url).pathname);
    const cache = {
      keys: async () => [...kept.keys()].map((path) => ({ url: `https://outlay.example${path}` })),
      match: async (key: string | Request) => kept.get(keyOf(key))?.clone(),
      put: async (key: string, response: Response) => void kept.set(key, response),
    };
    Object.assign(window, {
      caches: { has: async () => kept.size > 0, open: async () => cache, delete: async () => kept.clear() },
    });
    return kept;
  }
  afterEach(() => void Reflect.deleteProperty(window, 'caches'));
  const pdfNamed = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });

  test('are attached once, if the user wants it', async () => {
    const kept = leaveShared([pdfNamed('Rechnung ü.pdf')]);
    const { handler, fields } = saves(CREATE);
    const view = showForm('/submit-expense?shared=1', [handler]);
    expect(await screen.findByText(/The file Rechnung ü.pdf was shared/)).toBeVisible();
    expect(view.router.state.location.href).toBe('/submit-expense');
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Attach' }));
    expect(await screen.findByText('Rechnung ü.pdf')).toBeVisible();
    expect(kept.size).toBe(0);
    await view.user.click(await draftButton());
    await waitFor(() => expect(fields().receipt).toMatchObject({ name: 'Rechnung ü.pdf', type: 'application/pdf' }));
  });

  test('are treated like several that are dropped together', async () => {
    leaveShared([pdfNamed('one.pdf'), pdfNamed('two.pdf'), pdfNamed('three.pdf')]);
    const view = showForm('/submit-expense?shared=1');
    expect(await screen.findByText(/3 files were shared with Outlay/)).toBeVisible();
    await view.user.click(screen.getByRole('button', { name: 'Attach' }));
    expect(await screen.findByRole('dialog', { name: '3 receipts' })).toBeVisible();
    expect(await screen.findByRole('button', { name: '3 expenses' })).toBeEnabled();
  });

  test('that the user did not share are not attached, and not offered again', async () => {
    const kept = leaveShared([pdfNamed('forged.pdf')]);
    const { handler, fields } = saves(CREATE);
    const view = showForm('/submit-expense?shared=1', [handler]);
    await view.user.click(await screen.findByRole('button', { name: 'Discard' }));
    expect(screen.queryByText(/forged.pdf/)).toBeNull();
    expect(kept.size).toBe(0);
    await view.user.type(await field('Justification'), 'Taxi');
    await view.user.click(await draftButton());
    await waitFor(() => expect(fields()).toMatchObject({ justification: 'Taxi' }));
    expect(fields().receipt).toBeUndefined();
  });

  test('that cannot be a receipt show an error', async () => {
    leaveShared([new File(['x'], 'notes.txt', { type: 'text/plain' })]);
    const view = showForm('/submit-expense?shared=1');
    await view.user.click(await screen.findByRole('button', { name: 'Attach' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(receiptMessages.type);
  });

  test('that were too many are said to be', async () => {
    leaveShared([]);
    showForm('/submit-expense?shared=too-much');
    expect(await screen.findByText(/At most 20 files with 50 MB in all/)).toBeVisible();
  });

  test('wait behind the login', async () => {
    const user = aUser();
    leaveShared([pdfNamed('bill.pdf')]);
    const view = renderRoute('/submit-expense?shared=1', {
      handlers: [
        answer('POST /api/auth/login', { token: aToken(user), user }),
        answer('GET /api/auth/me', user),
        answer('GET /api/expenses', []),
      ],
    });
    await view.user.type(await screen.findByLabelText('Email'), user.email);
    await view.user.type(screen.getByLabelText('Password'), 'Battery-Staple-7{Enter}');
    expect(await screen.findByText(/The file bill.pdf was shared/)).toBeVisible();
  });

  test('that were left unsettled are offered to the same person within a day, and to nobody else', async () => {
    const kept = leaveShared([pdfNamed('bill.pdf')]);
    const first = showForm('/submit-expense?shared=1');
    expect(await screen.findByText(/The file bill.pdf was shared/)).toBeVisible();
    first.unmount();
    const again = showForm('/submit-expense');
    expect(await screen.findByText(/The file bill.pdf was shared/)).toBeVisible();
    again.unmount();
    showForm('/submit-expense', [], { id: 'somebody-else' });
    await waitFor(() => expect(kept.size).toBe(0));
    expect(screen.queryByText(/bill.pdf/)).toBeNull();
  });

  test('that are a day old are dropped', async () => {
    const kept = leaveShared([pdfNamed('old.pdf')], 24 * HOUR);
    showForm('/submit-expense');
    await waitFor(() => expect(kept.size).toBe(0));
    expect(screen.queryByText(/old.pdf/)).toBeNull();
  });
});

describe('a token in the link', () => {
  const NO_CLAIMS = answer('GET /api/expenses', []);
  const eve = aUser({ id: 'user-2', email: 'eve@example.com', first_name: 'Eve' });

  test('logs in without a session', async () => {
    const token = aToken();
    const view = renderRoute(`/submit-expense?token=${token}`, {
      handlers: [answer('GET /api/auth/me', aUser()), NO_CLAIMS],
    });
    expect(await screen.findByRole('heading', { name: 'Submit Expense' })).toBeVisible();
    expect(localStorage.getItem('token')).toBe(token);
    expect(view.router.state.location.href).toBe('/submit-expense');
  });

  test('offers another login during a session, which can be declined', async () => {
    const view = renderRoute(`/submit-expense?token=${aToken(eve)}`, { as: aUser(), handlers: [NO_CLAIMS] });
    expect(await screen.findByText(/another login \(eve@example.com\)/)).toBeVisible();
    expect(localStorage.getItem('token')).toBe(aToken(aUser()));
    await expectAccessible();
    await view.user.click(screen.getByRole('button', { name: 'Keep my login' }));
    expect(screen.queryByText(/another login/)).toBeNull();
    expect(localStorage.getItem('token')).toBe(aToken(aUser()));
  });

  test('switches the login when accepted', async () => {
    const view = renderRoute(`/submit-expense?token=${aToken(eve)}`, {
      token: aToken(),
      handlers: [answer('GET /api/auth/me', ({ token }) => (token === aToken(eve) ? eve : aUser())), NO_CLAIMS],
    });
    await view.user.click(await screen.findByRole('button', { name: 'Switch login' }));
    expect(localStorage.getItem('token')).toBe(aToken(eve));
    await waitFor(() => expect(localStorage.getItem('user')).toContain('eve@example.com'));
  });
});

test('without a session, the login is shown instead of the form', async () => {
  const view = renderRoute('/submit-expense');
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeVisible();
  expect(view.path()).toBe('/login');
});
