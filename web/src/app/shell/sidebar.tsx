import { Link } from '@tanstack/react-router';
import { canonicalRole, ROLE_BADGES } from '@outlay/rules';
import { LogOut, Search } from 'lucide-react';
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

export function Sidebar({ onNavigate }: { onNavigate: () => void }) {
  const profile = useProfile();
  const role = canonicalRole(profile.role);
  const openPalette = use(OpenPalette);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex items-center gap-3 px-5 pt-5 pb-6">
        <BrandMark className="size-9" />
        <div>
          <p className="text-lg leading-tight font-semibold tracking-tight">{ui.product}</p>
          <p className="text-xs text-on-brand-muted">{texts.slogan}</p>
        </div>
      </div>
      <button
        type="button"
        onClick={() => {
          onNavigate();
          openPalette();
        }}
        className="mx-5 mb-4 flex min-h-9 items-center gap-2.5 rounded-lg border border-on-brand-muted/50 px-3 text-sm text-on-brand-muted outline-on-brand hover:bg-brand-soft hover:text-on-brand"
      >
        <Search aria-hidden className="size-4" /> {texts.search}
        <kbd aria-hidden className="ml-auto text-xs max-lg:hidden">
          {texts.searchKey(isApple())}
        </kbd>
      </button>
      <nav aria-label={texts.navigation} className="flex-1 px-3">
        <ul className="space-y-1">
          {navItemsOf(role).map(({ to, label, description, icon: Icon }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onNavigate}
                className="flex items-start gap-3 rounded-lg border-l-3 border-transparent px-3 py-2 outline-on-brand hover:bg-brand-soft aria-[current=page]:border-on-brand aria-[current=page]:bg-brand-soft"
              >
                <Icon aria-hidden className="mt-0.5 size-4.5 shrink-0 text-on-brand-muted" />
                <span>
                  <span className="block text-sm font-medium">{label}</span>
                  <span className="block text-xs text-on-brand-muted">{description}</span>
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="space-y-4 px-5 py-5">
        <ThemeToggle />
        <div className="border-t border-brand-soft pt-4">
          <p className="truncate text-sm font-medium">
            {profile.first_name} {profile.last_name}
          </p>
          <p className="truncate text-xs text-on-brand-muted" title={profile.email}>
            {profile.email}
          </p>
          <div className="mt-3 flex items-center justify-between gap-2">
            <span className="rounded-full border border-on-brand-muted px-2 py-0.5 whitespace-nowrap text-[0.6875rem] font-semibold tracking-wider">
              {ROLE_BADGES[role]}
            </span>
            <button
              type="button"
              onClick={() => void signOut()}
              className="flex min-h-9 items-center gap-2 rounded-lg px-2.5 text-sm outline-on-brand hover:bg-brand-soft"
            >
              <LogOut aria-hidden className="size-4" /> {texts.logout}
            </button>
          </div>
        </div>
      </div>
    </div>
  );
}
