import { Toast } from '@base-ui/react/toast';
import { Glyph } from './glyph';
import { useEffect, useEffectEvent } from 'react';
import * as texts from '#strings/ui';
import { cn } from '#lib/cn';
import type { GlyphName } from './glyphs';
import { onePress } from './one-press';
import { handleToasts, offerAction, type ToastMessage } from './toast';

const SHOWN_MS = 3000;
/** There must be time to read what the action would undo. */
const WITH_ACTION_MS = 8000;
/** More would cover the buttons of a list's first rows. */
const MOST = 2;

export default function Toasts() {
  return (
    <Toast.Provider timeout={SHOWN_MS} limit={MOST}>
      <Toast.Portal>
        <Toast.Viewport
          data-toasts=""
          className={cn(
            'fixed top-4 right-4 left-4 z-60 flex flex-col gap-2 sm:left-auto sm:w-96',
            // Toasts are below a sheet's header, so that its Close button stays reachable.
            'in-[:root:has([data-popup=sheet]):not(:has([data-popup=dialog]))]:top-24',
          )}
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List() {
  const { toasts, add, close } = Toast.useToastManager<() => void>();
  const show = useEffectEvent(({ action, about, ...message }: ToastMessage) => {
    const act = () => {
      close(id);
      action?.run();
    };
    const id: string = add({
      ...message,
      description: about,
      ...(action && { timeout: WITH_ACTION_MS, data: act }),
      actionProps: action && {
        children: action.label,
        'aria-label': action.name,
        // It may appear under the pointer of a double click.
        ...onePress(action.name ?? action.label, act),
      },
    });
  });
  useEffect(() => handleToasts((message) => show(message)), []);
  const latest = toasts.find(({ data, transitionStatus }) => data && transitionStatus !== 'ending')?.data ?? null;
  useEffect(() => {
    offerAction(latest);
    return () => offerAction(null);
  }, [latest]);
  return toasts.map((toast) => {
    const failed = toast.type === 'error';
    const icon: GlyphName = failed ? 'circle-alert' : 'circle-check';
    return (
      <Toast.Root
        key={toast.id}
        toast={toast}
        swipeDirection="right"
        // The toast is no dialog, since it requires no response.
        role="group"
        aria-modal={undefined}
        className={cn(
          'rounded-xl border bg-surface shadow-lg transition duration-180',
          'translate-x-(--toast-swipe-movement-x) data-starting-style:translate-x-8 data-starting-style:opacity-0',
          'data-ending-style:opacity-0 data-limited:hidden',
          failed ? 'border-danger text-danger' : 'border-success text-success',
        )}
      >
        <Toast.Content className="flex items-start gap-2.5 p-3 text-sm font-medium">
          <Glyph name={icon} className="mt-0.5 size-4 shrink-0" />
          {/* The library's high-priority toasts are hidden from assistive technology; role=alert announces at once instead. */}
          <div className="min-w-0 flex-1 wrap-anywhere">
            <Toast.Title render={<p role={failed ? 'alert' : undefined} />} />
            <Toast.Description className="font-normal text-muted" />
          </div>
          <Toast.Action className="-my-1 min-h-7 shrink-0 rounded-md border border-current px-2 font-semibold hover:bg-sunken" />
          <Toast.Close
            aria-label={texts.dismiss}
            // The library hides it from assistive technology until hovered.
            aria-hidden={undefined}
            className="-m-1 grid size-6 place-items-center rounded-md hover:bg-sunken"
          >
            <Glyph name="x" className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    );
  });
}
