import { startTransition, useEffect, useState, type ComponentType } from 'react';

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads it ahead. What cannot be loaded now is missed, and said, when it is wanted. */
  preload: () => Promise<void>;
};

/**
 * A part of a screen in a file of its own, which is loaded when it is first shown, with the placeholder, or nothing, where
 * it will stand. Where it cannot be loaded, it throws as if it were drawn.
 *
 * Not React's `lazy` in a `Suspense`, which leaves 300 ms between a placeholder and what it stands for, so that screens do
 * not flicker: a dialog that somebody waits for comes when it can.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Placeholder?: ComponentType<Props>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loading = async () => (loaded ??= (await load()).default);

  function Part(props: Props) {
    const [Loaded, setLoaded] = useState(() => loaded);
    const [failure, setFailure] = useState<{ error: unknown }>();
    useEffect(() => {
      if (Loaded) return;
      loading().then(
        (part) => startTransition(() => setLoaded(() => part)),
        (error: unknown) => setFailure({ error }),
      );
    }, [Loaded]);
    if (failure) throw failure.error;
    if (Loaded) return <Loaded {...props} />;
    return Placeholder ? <Placeholder {...props} /> : null;
  }

  return Object.assign(Part, { preload: () => loading().then(undefined, () => undefined) as Promise<void> });
}
