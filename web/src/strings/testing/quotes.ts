import { describe, expect, test } from '@jest/globals';
import { configure, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { screenTexts } from '#app/testing';
import type { States } from './states';

/** A text that a rule of docs/product.md quotes. */
interface Quote {
  readonly text: string;
  /** The complete text on the screen, if the rule has a placeholder or a part of it. */
  readonly shown?: string;
  /** Set if the text is a control's value. */
  readonly as?: 'value';
}

interface Screen {
  readonly route: string;
  readonly state: string;
  /** By the number of the rule; a text that needs nothing else stands alone. */
  readonly quotes: Readonly<Record<string, readonly (string | Quote)[]>>;
}

const SCREENS = JSON.parse(
  readFileSync(`${import.meta.dirname}/../product-texts.fixture.json`, 'utf8'),
) as readonly Screen[];

/** The quoted texts of each screen, with the rules that quote them. */
export const QUOTED_SCREENS = SCREENS.map(({ quotes, ...screen }) => ({
  ...screen,
  quotes: Object.entries(quotes).flatMap(([rule, texts]) =>
    texts.map((quote): Quote & { readonly rule: string } =>
      typeof quote === 'string' ? { rule, text: quote } : { rule, ...quote },
    ),
  ),
}));

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
  describe('shows the texts of docs/product.md word for word:', () => {
    test.each(QUOTED_SCREENS.filter(({ state }) => state in states))(
      '$route ($state)',
      async ({ route, state, quotes }) => {
        await states[state]?.(route);
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
