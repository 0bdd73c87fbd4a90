import { useEffect, useState } from 'react';

const DEBOUNCE_MS = 250;

/** Search text that updates at once and the URL after a pause; a navigation that changes the URL replaces the text. */
export function useTypedSearch(inUrl: string, onPause: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inUrl);
  const [seen, setSeen] = useState(inUrl);
  const [sent, setSent] = useState(inUrl);
  if (inUrl !== seen) {
    setSeen(inUrl);
    if (inUrl !== sent) {
      setSent(inUrl);
      setTyped(inUrl);
    }
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onPause(typed);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, onPause]);
  return [typed, setTyped];
}
