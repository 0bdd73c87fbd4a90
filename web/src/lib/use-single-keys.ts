import { useEffect, useEffectEvent } from 'react';

/** What each key does, by its name in small letters. A handler that opens a field prevents the key from ending up there. */
export type SingleKeys = Readonly<Record<string, (event: KeyboardEvent) => void>>;

/** Where a key means itself. */
const TYPED_IN = '[contenteditable],textarea,select,input:not([type="checkbox"])';

/**
 * Keys that act by themselves, without Ctrl and the like, anywhere on the page but where one types; and not where
 * `isElsewhere` says that the keys are not meant for this.
 */
export function useSingleKeys(enabled: boolean, keys: SingleKeys, isElsewhere?: (focused: Element) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (ctrlKey || metaKey || altKey || shiftKey || event.repeat || event.isComposing) return;
    if (target instanceof Element && (target.matches(TYPED_IN) || isElsewhere?.(target))) return;
    keys[key.toLowerCase()]?.(event);
  });
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, [enabled]);
}
