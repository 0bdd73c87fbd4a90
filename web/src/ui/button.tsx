import type { ComponentProps, ReactNode } from 'react';
import { cn } from '#lib/cn';
import { Spinner } from './spinner';

const VARIANTS = {
  primary: 'bg-accent text-on-accent hover:bg-accent-strong',
  secondary: 'border border-line-strong bg-surface text-ink hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  danger: 'border border-danger bg-surface text-danger hover:bg-danger-soft',
  link: 'text-accent underline decoration-1 underline-offset-3 hover:decoration-2',
} as const;

const SIZES = {
  sm: 'min-h-8 px-2.5 text-sm',
  md: 'min-h-10 px-4 text-sm',
  icon: 'size-9 shrink-0',
  'small-icon': 'size-7 shrink-0',
} as const;

export interface ButtonLook {
  variant?: keyof typeof VARIANTS;
  size?: keyof typeof SIZES;
}

export function buttonClass({ variant = 'secondary', size = 'md' }: ButtonLook = {}) {
  return cn(
    'inline-flex items-center justify-center gap-2 rounded-lg font-medium transition-colors',
    'disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:size-4 [&_svg]:shrink-0',
    variant === 'link' ? '-mx-0.5 min-h-6 px-0.5 text-sm' : SIZES[size],
    VARIANTS[variant],
  );
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  busy?: boolean;
}

export function Button({ variant, size, busy = false, className, disabled, children, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
      className={cn(buttonClass({ variant, size }), className)}
    >
      {busy && <Spinner />}
      {children}
    </button>
  );
}

export interface IconButtonProps extends Omit<ButtonProps, 'size' | 'children' | 'aria-label'> {
  label: string;
  small?: boolean | undefined;
  children: ReactNode;
}

export function IconButton({ label, title = label, variant = 'ghost', small, children, ...props }: IconButtonProps) {
  return (
    <Button {...props} variant={variant} size={small ? 'small-icon' : 'icon'} aria-label={label} title={title}>
      {children}
    </Button>
  );
}
