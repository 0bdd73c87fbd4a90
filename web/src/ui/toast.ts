/** What can be done about what was said, while it is in sight. */
export interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

export interface ToastMessage {
  readonly type: 'success' | 'error';
  readonly title: string;
  readonly action?: ToastAction;
}

const waiting: ToastMessage[] = [];
const listeners = new Set<() => void>();
let show: ((message: ToastMessage) => void) | null = null;

const tell = () => listeners.forEach((listener) => listener());

function say(message: ToastMessage) {
  if (show) return show(message);
  waiting.push(message);
  tell();
}

/** Says it for three seconds, top right (specification §2). An error belongs inline as well: a toast goes away. */
export const toast = {
  success: (title: string, action?: ToastAction) => say({ type: 'success', title, action }),
  error: (title: string) => say({ type: 'error', title }),
};

/** Hands over every toast, those that waited first. Returns what stops it. */
export function takeToasts(taker: (message: ToastMessage) => void): () => void {
  show = taker;
  waiting.splice(0).forEach(taker);
  return () => {
    show = null;
  };
}

/** Forgets what nobody has come to show. */
export function dropToasts() {
  waiting.length = 0;
  tell();
}

/** For `useSyncExternalStore`: whether anything has been said yet. */
export const toastsWanted = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => show !== null || waiting.length > 0,
};
