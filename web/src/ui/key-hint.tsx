import { areSingleKeysOn, type SingleKey } from '#lib/use-single-keys';

/** The key of a button, where there is likely to be a keyboard. */
export function KeyHint({ of: key }: { of: SingleKey }) {
  return (
    areSingleKeysOn() && (
      <kbd aria-hidden className="rounded border border-current/40 px-1 font-mono text-xs leading-4 max-lg:hidden">
        {key}
      </kbd>
    )
  );
}
