import { screen } from '@testing-library/react';

/** A toast with this text; an error's is also read out from elsewhere, which is not looked at. */
export function findToast(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p[data-type]' });
}

/** The same text where it stays after the toast has gone. */
export function findInPlace(text: string): Promise<HTMLElement> {
  return screen.findByText(text, { selector: 'p:not([data-type])' });
}
