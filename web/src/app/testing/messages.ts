import { screen } from '@testing-library/react';

export function findToast(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p[data-type]' });
}

export function findInPlace(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p:not([data-type])' });
}
