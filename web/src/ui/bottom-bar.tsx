import type { ReactNode } from 'react';

/** An action within the thumb's reach, below the end of the page's content; on narrow screens (styles.css). */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="h-16" />
      <div className="fixed inset-x-0 bottom-0 z-20 grid border-t border-line bg-canvas px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
        {children}
      </div>
    </>
  );
}
