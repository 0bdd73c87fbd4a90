import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn';
import { buttonClass, type ButtonLook } from './button';

export interface FileButtonProps
  extends ButtonLook, Pick<ComponentProps<'input'>, 'accept' | 'capture' | 'disabled' | 'multiple'> {
  onFile: (first: File, all: readonly File[]) => void;
  children: ReactNode;
}

export function FileButton({ onFile, variant, size, children, disabled, ...input }: FileButtonProps) {
  return (
    <label
      className={cn(
        buttonClass({ variant, size }),
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        disabled && 'pointer-events-none opacity-55',
      )}
    >
      <input
        {...input}
        type="file"
        disabled={disabled}
        className="sr-only"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          const [first] = files;
          // Without this, choosing the same file again fires no change event.
          target.value = '';
          if (first) onFile(first, files);
        }}
      />
      {children}
    </label>
  );
}
