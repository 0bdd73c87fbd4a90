import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { filesInMemory } from '#app/testing/files-in-memory';

const files = new Map<string, unknown>();
jest.unstable_mockModule('idb-keyval', () => filesInMemory(files));
const { rememberReason } = await import('../features/review/decisions/recent-reasons');
const { newFormKey, savedFormPrefix, storeForm, storeReceipt } = await import('../expense/saved-forms');
const { aToken, aUser, hold } = await import('#app/testing');
const { BROWSER_SETTINGS } = await import('./forget-person');
const { orLastReply } = await import('./last-reply');
const { keepUnsent } = await import('../expense/unsent/unsent-claims');
const { askBeforeSignOut, endSession, signOut, startSession } = await import('./session');

const user = aUser();
const values = { justification: 'Lunch with a client' } as never;

const keptReplies = () => Object.keys(localStorage).filter((key) => key.startsWith('last-reply '));

const unsent = { sentAs: 'key', savedAt: '2026-03-01T10:00:00.000Z', values, fields: [], file: null };

async function leaveForm(userId: string): Promise<string> {
  const key = newFormKey(savedFormPrefix(userId, null));
  storeForm(key, { values, receiptName: 'lunch.pdf', savedAt: '2026-03-01T10:00:00.000Z' });
  await storeReceipt(key, new File(['%PDF'], 'lunch.pdf'));
  return key;
}

describe('data of a person in the browser', () => {
  const caches = new Set(['workbox-precache-v2', 'shared']);
  beforeEach(async () => {
    files.clear();
    sessionStorage.clear();
    Object.assign(window, {
      caches: { keys: async () => [...caches], delete: async (name: string) => caches.delete(name) },
    });
    startSession(aToken(user), user);
    for (const setting of BROWSER_SETTINGS) localStorage.setItem(setting, '1');
    rememberReason(user.id, 'The receipt cannot be read');
    await leaveForm(user.id);
    await keepUnsent(user.id, unsent);
    await orLastReply('expenses', async () => ({ rows: ['salary'] }));
    sessionStorage.setItem('scroll', '/my-expenses?q=salary');
  });

  test('is gone after signing out, in every storage; what others left and the settings stay', async () => {
    const others = await leaveForm('another');
    await keepUnsent('another', unsent);
    await signOut();
    expect(Object.keys(localStorage).sort()).toEqual([...BROWSER_SETTINGS, others, 'unsent another key'].sort());
    expect(Object.keys(sessionStorage)).toEqual([]);
    expect([...files.keys()]).toEqual([others, 'unsent another key']);
    expect([...caches]).toEqual(['workbox-precache-v2']);
  });

  test('is not removed before the person has agreed, if a part of it is on this device only', async () => {
    const asked: number[] = [];
    const stopAsking = askBeforeSignOut((count) => asked.push(count));
    await signOut();
    expect(asked).toEqual([2]);
    expect(localStorage.getItem('token')).not.toBeNull();
    expect(files.size).toBe(2);
    await signOut(true);
    expect(files.size).toBe(0);
    startSession(aToken(user), user);
    await keepUnsent('another', unsent);
    await signOut();
    stopAsking();
    expect([asked, localStorage.getItem('token')]).toEqual([[2], null]);
  });

  test('stays when the session expires, so that unsent forms can be sent after the next login', async () => {
    expect(keptReplies()).toHaveLength(1);
    endSession();
    expect(localStorage.getItem('token')).toBeNull();
    expect(files.size).toBe(2);
    expect(keptReplies()).toEqual([]);
    expect(Object.keys(localStorage).filter((key) => key.startsWith('form '))).toHaveLength(1);
  });
});

test('a reply that arrives after the session has ended is not kept', async () => {
  startSession(aToken(user), user);
  const { held, release } = hold<object>();
  const asked = orLastReply('expenses', () => held);
  endSession();
  release({ rows: ['salary'] });
  await asked;
  expect(keptReplies()).toEqual([]);
});

test('the storages of the browser are written in the known modules only, whose keys signing out knows', () => {
  const root = `${import.meta.dirname}/../..`;
  const writers = globSync(['src/**/*.{ts,tsx}', 'public/*.js'], { cwd: root })
    .filter((path) => !/\.test\.tsx?$|\/testing/.test(path))
    .filter((path) =>
      /(local|session)Storage(\.setItem|\[)|\bcaches\.open|indexedDB|'idb-keyval'|document\.cookie/.test(
        readFileSync(`${root}/${path}`, 'utf8'),
      ),
    );
  expect(writers.sort()).toEqual([
    'public/send-unsent.js',
    'public/share-target.js',
    'src/app/shell/shell.tsx',
    'src/expense/saved-forms.ts',
    'src/expense/unsent-message.ts',
    'src/expense/unsent/unsent-claims.ts',
    'src/features/review/decisions/recent-reasons.ts',
    'src/features/submit-expense/receipt/shared-receipts.ts',
    'src/lib/forget-person.ts',
    'src/lib/last-reply.ts',
    'src/lib/session.ts',
    'src/lib/theme.ts',
    'src/lib/use-single-keys.ts',
    'src/panel/list-view.ts',
  ]);
});
