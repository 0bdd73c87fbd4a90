import { expect, test } from '@jest/globals';
import { auth } from './testing/auth';
import { ownExpenses } from './testing/own-expenses';
import { adminPanel } from './testing/panel';
import { panelDialogs } from './testing/panel-dialogs';
import { productRules } from './testing/product-rules';
import { QUOTED_SCREENS } from './testing/quotes';
import { submitForm } from './testing/submit-form';

const STATES = [auth, ownExpenses, submitForm, adminPanel, panelDialogs].flatMap(Object.keys);
const QUOTES = QUOTED_SCREENS.flatMap(({ quotes }) => quotes);

test('every quotation has a state that shows it, and every state has a quotation', () => {
  expect([...new Set(QUOTED_SCREENS.map(({ state }) => state))].toSorted()).toEqual(STATES.toSorted());
});

test('every quotation stands under its rule in docs/product.md', () => {
  const rules = productRules();
  expect(QUOTES.filter(({ rule, text }) => !rules.get(rule)?.includes(text))).toEqual([]);
});

test('every text in quotes of the sections on screens and messages is shown by a state', () => {
  const shown = new Set(QUOTES.map(({ rule, text }) => `${rule} ${text}`));
  const quoted = [...productRules()]
    .filter(([rule]) => /^R-1[01]\./.test(rule))
    .flatMap(([rule, text]) => [...text.matchAll(/“([^”]+)”/g)].map(([, quote = '']) => `${rule} ${quote}`));
  expect(quoted.filter((quote) => !shown.has(quote))).toEqual([]);
});

const PLACEHOLDER = /\{[^}]*\}/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (text: string) => new RegExp(text.split(PLACEHOLDER).map(escaped).join('.+'));

test('the shown text of a quotation matches its placeholders', () => {
  expect(QUOTES.filter(({ text, shown = text }) => !patternOf(text).test(shown))).toEqual([]);
});
