export interface ToastAction {
  readonly label: string;
  /** The text for screen readers, where the label alone does not tell two toasts apart. */
  readonly name?: string;
  readonly run: () => void;
}

export interface ToastMessage {
  readonly type: 'success' | 'error';
  readonly title: string;
  readonly about?: string | undefined;
  readonly action?: ToastAction | undefined;
}

const queued: ToastMessage[] = [];
const listeners = new Set<() => void>();
let show: ((message: ToastMessage) => void) | null = null;

let offered: (() => void) | null = null;

const notify = () => listeners.forEach((listener) => listener());

function add(message: ToastMessage) {
  if (show) return show(message);
  queued.push(message);
  notify();
}

/** Shows a message for three seconds, one with an action for eight, top right. Show errors inline too, since toasts disappear. */
export const toast = {
  success: (title: string, about?: string, action?: ToastAction) => add({ type: 'success', title, about, action }),
  error: (title: string, about?: string) => add({ type: 'error', title, about }),
};

export function handleToasts(handler: (message: ToastMessage) => void): () => void {
  show = handler;
  queued.splice(0).forEach(handler);
  return () => {
    show = null;
  };
}

/** @param act what the latest toast that is shown offers, or null */
export function offerAction(act: (() => void) | null) {
  offered = act;
}

/** Does what the latest toast offers, as long as it is shown. */
export function runOfferedAction() {
  offered?.();
}

export function dropToasts() {
  queued.length = 0;
  notify();
}

/** A store for `useSyncExternalStore`: true once there is a toast to show. */
export const toastsWanted = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => show !== null || queued.length > 0,
};
