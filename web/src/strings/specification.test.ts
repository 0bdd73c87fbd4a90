import { expect, test } from '@jest/globals';
import { entrance } from './testing/entrance';
import { ownExpenses } from './testing/own-expenses';
import { adminPanel } from './testing/panel';
import { panelDialogs } from './testing/panel-dialogs';
import { QUOTES } from './testing/quotes';
import { submitForm } from './testing/submit-form';

const STATES = [entrance, ownExpenses, submitForm, adminPanel, panelDialogs].flatMap(Object.keys);

test('every quotation has one state that brings it up, and every state a quotation', () => {
  expect([...new Set(QUOTES.map(({ state }) => state))].toSorted()).toEqual(STATES.toSorted());
});

/** What `{n}`, `x.xx` and a lone `N` stand for in the specification. */
const PLACEHOLDER = /\{[^}]*\}|x\.x+|\bN\b/;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
const patternOf = (text: string) => new RegExp(text.split(PLACEHOLDER).map(escaped).join('.+'));

test('what is shown in place of a quotation with a placeholder is such a text', () => {
  expect(QUOTES.filter(({ text, shown = text }) => !patternOf(text).test(shown))).toEqual([]);
});
