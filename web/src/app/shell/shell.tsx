import { Outlet } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import { useEffect, useState, type ReactNode } from 'react';
import * as texts from '#strings/shell';
import * as ui from '#strings/ui';
import { cn } from '#lib/cn';
import { useProfile } from '#lib/profile';
import { useOnline } from '#lib/use-online';
import { BrandMark } from '#ui/brand-mark';
import { lazyPart } from '#ui/lazy-part';
import { Sidebar } from './sidebar';

const AccountNotices = lazyPart(() => import('../notices/account-notices'));

/** Where this browser keeps that its sidebar has icons only. */
const SIDEBAR = 'sidebar';

export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const [menuOpen, setMenuOpen] = useState(false);
  const [isCollapsed, setCollapsed] = useState(() => localStorage.getItem(SIDEBAR) === 'icons');
  const close = () => setMenuOpen(false);
  const collapse = () => {
    localStorage.setItem(SIDEBAR, isCollapsed ? '' : 'icons');
    setCollapsed(!isCollapsed);
  };
  const { notices } = useProfile();
  const isOnline = useOnline();

  useEffect(() => {
    if (!menuOpen) return;
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && setMenuOpen(false);
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [menuOpen]);

  return (
    <div
      data-sidebar={isCollapsed ? 'icons' : undefined}
      className="min-h-dvh wide:grid wide:grid-cols-[14.5rem_minmax(0,1fr)] icons:grid-cols-[3.5rem_minmax(0,1fr)]"
    >
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-lg bg-surface px-4 py-2 font-medium text-accent shadow-lg focus:translate-y-0"
      >
        {texts.skip}
      </a>
      <header className="sticky top-0 z-50 flex h-14 items-center gap-3 bg-brand px-3 text-on-brand wide:hidden">
        <button
          type="button"
          aria-label={menuOpen ? texts.closeMenu : texts.openMenu}
          aria-expanded={menuOpen}
          aria-controls="sidebar"
          onClick={() => setMenuOpen(!menuOpen)}
          className="grid size-10 place-items-center rounded-lg outline-on-brand hover:bg-brand-soft"
        >
          {menuOpen ? <Glyph name="x" className="size-5" /> : <Glyph name="menu" className="size-5" />}
        </button>
        <BrandMark className="size-7" />
        <span className="font-semibold">{ui.product}</span>
      </header>
      {menuOpen && <div data-testid="backdrop" className="fixed inset-0 z-30 bg-shade wide:hidden" onClick={close} />}
      <aside
        id="sidebar"
        aria-label={texts.sidebar}
        className={cn(
          'fixed top-14 bottom-0 left-0 z-40 w-72 max-w-[85vw] bg-brand text-on-brand transition-[translate,visibility] duration-150',
          'wide:visible wide:sticky wide:top-0 wide:h-dvh wide:w-auto wide:max-w-none wide:translate-x-0',
          menuOpen ? 'visible translate-x-0' : 'invisible -translate-x-full',
        )}
      >
        <Sidebar onNavigate={close} isCollapsed={isCollapsed} onCollapse={collapse} />
      </aside>
      <p
        aria-live="polite"
        className="fixed top-4 right-3 z-60 rounded-full bg-submitted-soft px-3 text-sm font-semibold text-submitted empty:hidden wide:top-3 wide:right-auto wide:left-36 icons:top-14 icons:left-0 icons:px-1 icons:text-xs print:hidden"
      >
        {isOnline ? null : texts.offline}
      </p>
      <main id="main" tabIndex={-1} className="min-w-0 px-4 py-4 outline-none sm:px-6 sm:py-3 xl:px-8">
        <div className="mx-auto max-w-[90rem]">
          {notices && <AccountNotices notices={notices} />}
          {children}
        </div>
      </main>
    </div>
  );
}
