import { Dialog as Base } from '@base-ui/react/dialog';
import { Glyph } from './glyph';
import { useEffect, type ReactNode, type RefObject } from 'react';
import * as texts from '#strings/ui';
import { cn } from '#lib/cn';
import { IconButton } from './button';
import { noteClosed } from './misplaced-press';
import { lastPress } from './one-press';
import { useScrollStop } from './use-scroll-stop';

export const WIDTHS = {
  sm: 'sm:max-w-md',
  md: 'sm:max-w-2xl',
  lg: 'sm:max-w-4xl',
  xl: 'sm:max-w-6xl',
  full: 'sm:max-w-[110rem]',
} as const;

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  /** The display-size line above the title, which then only names the dialog. */
  lead?: ReactNode;
  title: ReactNode;
  description?: ReactNode;
  width?: keyof typeof WIDTHS;
  footer?: ReactNode;
  actions?: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
  /** A click on the backdrop does not close it, so that no input is lost. */
  isForm?: boolean;
  children: ReactNode;
}

/** The z-index is that of a popup, so that the backdrop of a dialog covers the sheet below it. */
const backdrop =
  'fixed inset-0 z-50 bg-shade transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0';

export function Frame(props: DialogProps & { kind: 'dialog' | 'sheet'; popup: string }) {
  const { open, onClose, lead, title, description, footer, actions, initialFocus, isForm, children, kind, popup } =
    props;
  useEffect(() => noteClosed, [open]);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={isForm}
      // The second press of a double one, whose first has opened it, does not close it again.
      onOpenChange={(next, { reason }) => !next && !(reason === 'outside-press' && lastPress()?.isRepeat) && onClose()}
    >
      <Base.Portal>
        <Base.Backdrop forceRender className={backdrop} />
        <Base.Popup
          initialFocus={initialFocus}
          data-popup={kind}
          className={cn('fixed z-50 flex flex-col border-line bg-surface text-ink shadow-xl', popup)}
        >
          <header className="flex items-start gap-3 border-b border-line px-5 py-3.5">
            <div className="min-w-0 flex-1 py-1 wrap-anywhere">
              {lead}
              <div className={cn(lead !== undefined && 'flex flex-wrap items-baseline gap-x-2.5')}>
                <Base.Title className={lead === undefined ? 'text-lg font-semibold' : 'text-sm text-muted'}>
                  {title}
                </Base.Title>
                {description && (
                  <Base.Description className="mt-0.5 text-sm text-muted">{description}</Base.Description>
                )}
              </div>
            </div>
            <span data-screen-only className="contents">
              {actions}
            </span>
            <Base.Close
              render={
                <IconButton label={texts.close}>
                  <Glyph name="x" />
                </IconButton>
              }
            />
          </header>
          <Content>{children}</Content>
          {footer && (
            <footer data-screen-only className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3.5">
              {footer}
            </footer>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Content({ children }: { children: ReactNode }) {
  return (
    <div
      {...useScrollStop()}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 py-4 -outline-offset-2 empty:hidden"
    >
      {children}
    </div>
  );
}

export function Dialog({ width = 'sm', ...props }: DialogProps) {
  return (
    <Frame
      {...props}
      kind="dialog"
      popup={cn(
        // Leaves room above for toasts.
        'inset-x-0 bottom-0 max-h-[calc(100dvh-5rem)] rounded-t-2xl border transition duration-150',
        'sm:inset-x-4 sm:top-18 sm:bottom-6 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-6rem)] sm:rounded-2xl',
        'data-starting-style:opacity-0 data-ending-style:opacity-0',
        WIDTHS[width],
      )}
    />
  );
}
