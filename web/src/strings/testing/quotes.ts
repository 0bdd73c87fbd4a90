import { describe, expect, test } from '@jest/globals';
import { configure, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { screenTexts } from '#app/testing';
import type { States } from './states';

export interface Quote {
  /** The number of the rule in docs/product.md that quotes the text. */
  readonly rule: string;
  readonly text: string;
  readonly route: string;
  readonly state: string;
  /** The complete text on the screen, if the rule has a placeholder or a part of it. */
  readonly shown?: string;
  /** Set if the text is a control's value. */
  readonly as?: 'value';
}

export const QUOTES = JSON.parse(
  readFileSync(`${import.meta.dirname}/../product-texts.fixture.json`, 'utf8'),
) as readonly Quote[];

function wholeTexts(): Set<string> {
  const elements = [...document.body.querySelectorAll('*')].map(({ textContent }) => textContent);
  return new Set([...screenTexts(), ...elements].map((text) => text.replace(/\s+/g, ' ').trim()));
}

function values(): Set<string> {
  const controls = document.body.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return new Set([...controls].map(({ value }) => value));
}

// These tests compile every screen and fill in long forms, which is slow on a busy machine.
configure({ asyncUtilTimeout: 20_000 });
const TIMEOUT_MS = 60_000;

export function findQuotes(states: States) {
  const screens = new Map<string, Quote[]>();
  for (const quote of QUOTES.filter(({ state }) => state in states)) {
    const screen = `${quote.route} (${quote.state})`;
    screens.set(screen, [...(screens.get(screen) ?? []), quote]);
  }
  describe('shows the texts of docs/product.md word for word:', () => {
    test.each([...screens].map(([screen, quotes]) => ({ screen, quotes })))(
      '$screen',
      async ({ quotes }) => {
        const [first] = quotes;
        if (first) await states[first.state]?.(first.route);
        await waitFor(() => {
          const [texts, chosen] = [wholeTexts(), values()];
          const isShown = ({ text, shown = text, as }: Quote) => (as === 'value' ? chosen : texts).has(shown);
          expect(quotes.filter((quote) => !isShown(quote)).map(({ rule, text }) => `${rule} ${text}`)).toEqual([]);
        });
      },
      TIMEOUT_MS,
    );
  });
}
