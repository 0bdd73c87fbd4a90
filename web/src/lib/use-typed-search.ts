import { useEffect, useState } from 'react';

/** How long typing rests before the address follows it. */
const SETTLE_MS = 250;

/** The text as it is typed, at once; the address follows when typing rests, and leads when it changes by itself. */
export function useTypedSearch(inAddress: string, onRest: (typed: string) => void): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  const [sent, setSent] = useState(inAddress);
  if (inAddress !== seen) {
    setSeen(inAddress);
    if (inAddress !== sent) {
      setSent(inAddress);
      setTyped(inAddress);
    }
  }
  useEffect(() => {
    if (typed === sent) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onRest(typed);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, sent, onRest]);
  return [typed, setTyped];
}
