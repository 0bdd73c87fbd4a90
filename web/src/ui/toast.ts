export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastMessage {
  readonly type: 'success' | 'error';
  readonly title: string;
  readonly action?: ToastAction;
}

const queued: ToastMessage[] = [];
const listeners = new Set<() => void>();
let show: ((message: ToastMessage) => void) | null = null;

const notify = () => listeners.forEach((listener) => listener());

function add(message: ToastMessage) {
  if (show) return show(message);
  queued.push(message);
  notify();
}

/** Shows a message for three seconds, top right (specification §2). Show errors inline too, since toasts disappear. */
export const toast = {
  success: (title: string, action?: ToastAction) => add({ type: 'success', title, action }),
  error: (title: string) => add({ type: 'error', title }),
};

export function handleToasts(handler: (message: ToastMessage) => void): () => void {
  show = handler;
  queued.splice(0).forEach(handler);
  return () => {
    show = null;
  };
}

export function dropToasts() {
  queued.length = 0;
  notify();
}

/** For `useSyncExternalStore`: true once there is a toast to show. */
export const toastsWanted = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => show !== null || queued.length > 0,
};
