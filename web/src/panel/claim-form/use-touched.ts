import { useState, type FocusEvent } from 'react';

/** The names of visited fields; put `onBlur` on the surrounding form. */
export function useTouched() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const onBlur = ({ target }: FocusEvent<HTMLElement>) => {
    const name = target.getAttribute('name');
    if (name) setTouched((before) => (before.has(name) ? before : new Set([...before, name])));
  };
  return { touched, onBlur };
}
