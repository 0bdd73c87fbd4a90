import { startTransition, useEffect, useState, type ComponentType } from 'react';

export type LazyPart<Props> = ComponentType<Props> & {
  /** Loads the component ahead; a failure is ignored, and rendering tries again. */
  preload: () => Promise<void>;
};

/** Renders as soon as the component is loaded; `lazy` in `Suspense` keeps its placeholder for at least 300 ms. */
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
