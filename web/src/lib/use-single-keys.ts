import { useEffect, useEffectEvent } from 'react';
import type { keys as named } from '#strings/shortcuts';

export type SingleKey = keyof typeof named;
/** What a key does. A handler that opens a field prevents the key from ending up there. */
type Act = (event: KeyboardEvent) => void;
export type SingleKeys = Readonly<Partial<Record<SingleKey, Act>>>;

/** Where a key means itself. */
const TYPED_IN = '[contenteditable],textarea,select,input:not([type="checkbox"])';
const OFF = 'single-keys-off';
const listening = new Map<object, string>();

/** The keys that do something now. */
export function liveKeys(): ReadonlySet<string> {
  return new Set([...listening.values()].flatMap((names) => names.split(' ')));
}

/** Whoever speaks to the computer, or presses keys by accident, switches them off (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

export function switchSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}

/** For keys of a screen: what is open over it has them. */
export function isDialogOpen(): boolean {
  return document.querySelector('[data-popup]') !== null;
}

/**
 * Keys that act by themselves, without Ctrl and the like, anywhere on the page but where one types; and not where
 * `isElsewhere` says that the keys are not meant for this.
 */
export function useSingleKeys(enabled: boolean, keys: SingleKeys, isElsewhere?: (focused: Element) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const name = key.toLowerCase();
    // Some keyboards have ? and / above another key only.
    const isShifted = shiftKey && name !== name.toUpperCase();
    if (ctrlKey || metaKey || altKey || isShifted || event.repeat || event.isComposing) return;
    if (target instanceof Element && (target.matches(TYPED_IN) || isElsewhere?.(target))) return;
    const acts: Readonly<Record<string, Act | undefined>> = keys;
    if (areSingleKeysOn()) acts[name]?.(event);
  });
  const names = Object.keys(keys).join(' ');
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    listening.set(listener, names);
    return () => {
      window.removeEventListener('keydown', listener);
      listening.delete(listener);
    };
  }, [enabled, names]);
}
