import { Eye, EyeOff } from './icons';
import { useState, type ComponentProps } from 'react';
import * as texts from '#strings/ui';
import { cn } from '#lib/cn';
import { Input } from './controls';

export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
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
        <Icon aria-hidden className="size-4" />
      </button>
    </div>
  );
}
