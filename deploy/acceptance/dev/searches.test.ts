import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchable } from '@outlay/rules';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SOURCES = ['{libs,services}/*/src/**/*.ts', 'gateway/src/**/*.ts', 'web/src/**/*.{ts,tsx}'];
const TESTS = /\.test\.tsx?$|\/testing\/|testing\.tsx?$|\/contract\//;
/** Matches a statement that brings a text to one case and then searches in it, or compares without regard to case. */
const BY_HAND =
  /\.to(Locale)?(Lower|Upper)Case\(\)[^;]*\.(includes|indexOf|startsWith|endsWith|search|match)\(|sensitivity:/s;

it('no text is searched in a form of its own', () => {
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter((file) => !TESTS.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = files.filter((file) => BY_HAND.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
  expect(searchable('Café')).toBe(searchable('CAFE\u0301'));
});
