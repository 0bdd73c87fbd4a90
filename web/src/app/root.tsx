import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Moves the focus to the new page's heading, so that a screen reader starts there and not where the old page was. */
export function Root() {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
      }),
    [router],
  );
  return <Outlet />;
}
