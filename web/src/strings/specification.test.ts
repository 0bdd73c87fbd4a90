import { expect, test } from '@jest/globals';
import { auth } from './testing/auth';
import { ownExpenses } from './testing/own-expenses';
import { adminPanel } from './testing/panel';
import { panelDialogs } from './testing/panel-dialogs';
import { QUOTES } from './testing/quotes';
import { submitForm } from './testing/submit-form';

const STATES = [auth, ownExpenses, submitForm, adminPanel, panelDialogs].flatMap(Object.keys);

test('every quotation has a state that shows it, and every state has a quotation', () => {
  expect([...new Set(QUOTES.map(({ state }) => state))].toSorted()).toEqual(STATES.toSorted());
});

/** The specification's placeholders: `{n}`, `x.xx` and `N`. */
const PLACEHOLDER = /\{[^}]*\}|x\.x+|\bN\b/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (text: string) => new RegExp(text.split(PLACEHOLDER).map(escaped).join('.+'));

test('the shown text of a quotation matches its placeholders', () => {
  expect(QUOTES.filter(({ text, shown = text }) => !patternOf(text).test(shown))).toEqual([]);
});
