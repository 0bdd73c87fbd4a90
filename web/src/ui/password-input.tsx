import { useState, type ComponentProps } from 'react';
import * as texts from '#strings/ui';
import { cn } from '#lib/cn';
import { Input } from './controls';
import { Glyph } from './glyph';
import type { GlyphName } from './glyphs';

export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const icon: GlyphName = shown ? 'eye-off' : 'eye';
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} autoCapitalize="none" className={cn('pr-11', className)} />
      <button
        type="button"
        aria-pressed={shown}
        aria-label={texts.showPassword}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-1 right-1 grid w-9 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink"
      >
        <Glyph name={icon} className="size-4" />
      </button>
    </div>
  );
}
