import { useCallback, useEffect, useState } from 'react';

export function useTransientValue<T>(ms: number): [value: T | null, set: (value: T) => void] {
  const [held, setHeld] = useState<{ readonly value: T } | null>(null);
  useEffect(() => {
    if (held === null) return;
    const timer = setTimeout(() => setHeld(null), ms);
    return () => clearTimeout(timer);
  }, [held, ms]);
  return [held === null ? null : held.value, useCallback((value: T) => setHeld({ value }), [])];
}
