import { describe, expect, test } from '@jest/globals';
import { configure, waitFor } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { screenTexts } from '../../app/testing';
import type { States } from './states';

/** A text of the specification, and where it is to be found. */
export interface Quote {
  readonly section: string;
  readonly text: string;
  readonly route: string;
  /** One of the states beside this file, which brings it up. */
  readonly state: string;
  /** The whole of what stands there, where the specification has a placeholder or a part. */
  readonly shown?: string;
  /** False where the specification names it without quoting it. */
  readonly quoted?: boolean;
  /** A control's value, which is chosen and not read. */
  readonly as?: 'value';
}

export const QUOTES = JSON.parse(
  readFileSync(`${import.meta.dirname}/../specification.fixture.json`, 'utf8'),
) as readonly Quote[];

/** All that stands on the screen: each text by itself, and each element's as a whole. */
function wholeTexts(): Set<string> {
  const elements = [...document.body.querySelectorAll('*')].map(({ textContent }) => textContent);
  return new Set([...screenTexts(), ...elements].map((text) => text.replace(/\s+/g, ' ').trim()));
}

function values(): Set<string> {
  const controls = document.body.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return new Set([...controls].map(({ value }) => value));
}

// Every screen is compiled for these tests, and some forms are filled in key by key: a busy machine takes its time.
configure({ asyncUtilTimeout: 20_000 });
const TYPING_MS = 60_000;

/** Brings up every state there is a quotation for, and finds the quotations there, word for word. */
export function findQuotes(states: States) {
  const places = new Map<string, Quote[]>();
  for (const quote of QUOTES.filter(({ state }) => state in states)) {
    const place = `${quote.route} (${quote.state})`;
    places.set(place, [...(places.get(place) ?? []), quote]);
  }
  describe('what the specification quotes stands word for word on', () => {
    test.each([...places].map(([place, quotes]) => ({ place, quotes })))(
      '$place',
      async ({ quotes }) => {
        const [first] = quotes;
        if (first) await states[first.state]?.(first.route);
        await waitFor(() => {
          const [texts, chosen] = [wholeTexts(), values()];
          const isThere = ({ text, shown = text, as }: Quote) => (as === 'value' ? chosen : texts).has(shown);
          expect(quotes.filter((quote) => !isThere(quote)).map(({ section, text }) => `§${section} ${text}`)).toEqual(
            [],
          );
        });
      },
      TYPING_MS,
    );
  });
}
