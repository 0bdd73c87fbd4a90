import { useState, type FocusEvent } from 'react';

/** The names of the fields that were left once; `onBlur` belongs on the form around them. */
export function useTouched() {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const onBlur = ({ target }: FocusEvent<HTMLElement>) => {
    const name = target.getAttribute('name');
    if (name) setTouched((before) => (before.has(name) ? before : new Set([...before, name])));
  };
  return { touched, onBlur };
}
