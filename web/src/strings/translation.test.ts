import { expect, test } from '@jest/globals';
import { readdirSync } from 'node:fs';
import * as english from './en';
import type { Translation } from './translation';

const camelCase = (file: string) =>
  file.replace('.ts', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test('every file of texts is one that another language has to have', () => {
  const files = readdirSync(`${import.meta.dirname}/en`).filter((file) => file !== 'index.ts');
  expect(Object.keys(english).toSorted()).toEqual(files.map(camelCase).toSorted());
});

// Checked by the compiler: an expected error that does not occur is itself an error.
const ui = { ...english.ui, close: 'Fermer' };
const other = { ...english, ui, emailHint: { emailHint: (email: string) => `Sera ${email}` } };
other satisfies Translation;
const { failed: _failed, ...login } = english.login;
// @ts-expect-error A text is missing.
({ ...other, login }) satisfies Translation;
const { login: _login, ...rest } = other;
// @ts-expect-error A whole file is missing.
rest satisfies Translation;
// @ts-expect-error A text takes other parameters.
({ ...other, auditTrail: { ...english.auditTrail, entries: (count: string) => count } }) satisfies Translation;
