import { screen } from '@testing-library/react';

/** Finds a toast by its text. */
export function findToast(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p[data-type]' });
}

/** Finds the same text outside a toast. */
export function findInPlace(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p:not([data-type])' });
}
