import { Link } from '@tanstack/react-router';
import { canonicalRole, ROLE_BADGES } from '@outlay/rules';
import { Glyph } from '#ui/glyph';
import { use } from 'react';
import * as texts from '#strings/shell';
import * as ui from '#strings/ui';
import { isApple } from '#lib/is-apple';
import { useProfile } from '#lib/profile';
import { signOut } from '#lib/session';
import { BrandMark } from '#ui/brand-mark';
import { OpenPalette } from './open-palette';
import { navItemsOf } from './nav-items';
import { ThemeToggle } from './theme-toggle';
import { WaitingCount } from './waiting-count';

export interface SidebarProps {
  onNavigate: () => void;
  isCollapsed: boolean;
  onCollapse: () => void;
}

const BY_PATH = { includeSearch: false };

/** Its words stay for screen readers where it shows icons only. */
export function Sidebar({ onNavigate, isCollapsed, onCollapse }: SidebarProps) {
  const profile = useProfile();
  const role = canonicalRole(profile.role);
  const openPalette = use(OpenPalette);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex items-center gap-3 px-4 pt-4 pb-5 icons:px-2.5">
        <BrandMark className="size-9 shrink-0" />
        <div className="icons:sr-only">
          <p className="text-lg leading-tight font-semibold tracking-tight">{ui.product}</p>
          <p className="text-[0.6875rem] text-on-brand-muted">{texts.slogan}</p>
        </div>
      </div>
      <button
        type="button"
        onClick={() => {
          onNavigate();
          openPalette();
        }}
        title={texts.search}
        className="mx-4 mb-4 flex min-h-9 items-center gap-2.5 rounded-lg border border-on-brand-muted/50 px-3 text-sm text-on-brand-muted outline-on-brand hover:bg-brand-soft hover:text-on-brand icons:mx-2 icons:justify-center icons:px-0"
      >
        <Glyph name="search" className="size-4" /> <span className="icons:sr-only">{texts.search}</span>
        <kbd aria-hidden className="ml-auto text-xs max-lg:hidden icons:hidden">
          {texts.searchKey(isApple())}
        </kbd>
      </button>
      <nav aria-label={texts.navigation} className="flex-1 px-2">
        <ul className="space-y-1">
          {navItemsOf(role).map(({ to, search, label, description, icon }) => (
            <li key={to}>
              <Link
                to={to}
                search={search}
                activeOptions={BY_PATH}
                onClick={onNavigate}
                title={label}
                className="relative flex items-start gap-3 rounded-lg border-l-3 border-transparent px-2.5 py-2 outline-on-brand hover:bg-brand-soft icons:justify-center icons:px-0 aria-[current=page]:border-on-brand aria-[current=page]:bg-brand-soft"
              >
                <Glyph name={icon} className="mt-0.5 size-4.5 shrink-0 text-on-brand-muted" />
                <span className="icons:sr-only">
                  <span className="block text-sm font-medium">{label}</span>
                  <span className="block text-xs text-on-brand-muted">{description}</span>
                </span>
                {search && <WaitingCount />}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-3 px-4 py-4 icons:px-1.5">
        <div className="flex items-end justify-between icons:flex-col icons:items-center icons:gap-2">
          <ThemeToggle />
          <button
            type="button"
            aria-label={isCollapsed ? texts.expand : texts.collapse}
            title={isCollapsed ? texts.expand : texts.collapse}
            onClick={onCollapse}
            className="grid size-9 place-items-center rounded-lg text-on-brand-muted outline-on-brand hover:bg-brand-soft hover:text-on-brand max-xl:hidden"
          >
            <Glyph name="menu" className="size-4" />
          </button>
        </div>
        <div className="border-t border-brand-soft pt-3" title={profile.email}>
          <div className="icons:sr-only">
            <p className="truncate text-sm font-medium">
              {profile.first_name} {profile.last_name}
            </p>
            <p className="truncate text-xs text-on-brand-muted">{profile.email}</p>
          </div>
          <div className="mt-2 flex items-center justify-between gap-2 icons:mt-0 icons:justify-center">
            <span className="rounded-full border border-on-brand-muted px-2 py-0.5 text-[0.625rem] font-semibold tracking-wider whitespace-nowrap icons:sr-only">
              {ROLE_BADGES[role]}
            </span>
            <button
              type="button"
              title={texts.logout}
              onClick={() => void signOut()}
              className="flex min-h-9 items-center gap-2 rounded-lg px-2.5 text-sm outline-on-brand hover:bg-brand-soft"
            >
              <Glyph name="log-out" className="size-4" /> <span className="icons:sr-only">{texts.logout}</span>
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
