import { useEffect, useState } from 'react';

/** An update of the URL is work for the page that keys would wait for. */
const DEBOUNCE_MS = 500;

/**
 * Search text that updates at once, and the URL after a pause or when the field is left. A navigation that changes the
 * URL replaces the text.
 */
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
    const send = () => {
      setSent(typed);
      onPause(typed);
    };
    const timer = setTimeout(send, DEBOUNCE_MS);
    // A claim that is opened next is added to the history, and Back must find the text.
    window.addEventListener('focusout', send);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('focusout', send);
    };
  }, [typed, sent, onPause]);
  return [typed, setTyped];
}
