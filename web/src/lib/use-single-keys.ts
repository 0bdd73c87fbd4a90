import { useEffect, useEffectEvent } from 'react';
import type { keys as named } from '#strings/shortcuts';

export type SingleKey = keyof typeof named;
/** A handler that focuses a field prevents the default, so that the key is not typed there. */
type KeyHandler = (event: KeyboardEvent) => void;
export type SingleKeys = Readonly<Partial<Record<SingleKey, KeyHandler>>>;

const TEXT_FIELDS = '[contenteditable],textarea,select,input:not([type="checkbox"])';
const OFF = 'single-keys-off';
const registered = new Map<object, string>();

export function activeKeys(): ReadonlySet<string> {
  return new Set([...registered.values()].flatMap((names) => names.split(' ')));
}

/** Users can turn single keys off, against accidental presses and for speech input (WCAG 2.1.4). */
export function areSingleKeysOn(): boolean {
  return localStorage.getItem(OFF) === null;
}

export function switchSingleKeys(on: boolean) {
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}

export function isDialogOpen(): boolean {
  return document.querySelector('[data-popup]') !== null;
}

/** Whether a dialog, and not only a sheet, is open. */
export function isDialogAbove(): boolean {
  return document.querySelector('[data-popup="dialog"]') !== null;
}

/** Shortcuts without Ctrl, Alt or ⌘; ignored in text fields and where `isIgnored` returns true. */
export function useSingleKeys(enabled: boolean, keys: SingleKeys, isIgnored?: (focused: Element) => boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const name = key.toLowerCase();
    // On some keyboards ? and / need Shift.
    const isShifted = shiftKey && name !== name.toUpperCase();
    if (ctrlKey || metaKey || altKey || isShifted || event.repeat || event.isComposing) return;
    if (target instanceof Element && (target.matches(TEXT_FIELDS) || isIgnored?.(target))) return;
    const handlers: Readonly<Record<string, KeyHandler | undefined>> = keys;
    if (areSingleKeysOn()) handlers[name]?.(event);
  });
  const names = Object.keys(keys).join(' ');
  useEffect(() => {
    if (!enabled) return;
    const listener = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listener);
    registered.set(listener, names);
    return () => {
      window.removeEventListener('keydown', listener);
      registered.delete(listener);
    };
  }, [enabled, names]);
}
