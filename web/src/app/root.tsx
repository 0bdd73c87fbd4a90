import { Outlet, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Focuses the new page's heading after a navigation, for screen readers. */
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
