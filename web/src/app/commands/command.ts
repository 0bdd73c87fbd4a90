import { searchable } from '@outlay/rules';
import type { Command } from '#ui/command';

export function matches({ label, hint = '' }: Command, q: string): boolean {
  const text = searchable(`${label} ${hint}`);
  return searchable(q)
    .split(' ')
    .every((word) => text.includes(word));
}
