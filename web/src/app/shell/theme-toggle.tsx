import * as texts from '#strings/shell';
import { THEMES, useTheme } from '#lib/theme';
import { THEME_LOOK } from './theme-look';
import { Glyph } from '#ui/glyph';

export function ThemeToggle() {
  const [theme, setTheme] = useTheme();
  return (
    <div role="group" aria-label={texts.theme} className="flex w-fit gap-1 rounded-lg bg-brand-soft p-1 icons:flex-col">
      {THEMES.map((name) => {
        const { icon, label } = THEME_LOOK[name];
        return (
          <button
            key={name}
            type="button"
            aria-pressed={theme === name}
            aria-label={label}
            title={label}
            onClick={() => setTheme(name)}
            className="grid h-7 w-9 place-items-center rounded-md text-on-brand-muted outline-on-brand hover:text-on-brand aria-pressed:bg-brand aria-pressed:text-on-brand"
          >
            <Glyph name={icon} className="size-4" />
          </button>
        );
      })}
    </div>
  );
}
