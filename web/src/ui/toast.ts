import { Toast } from '@base-ui/react/toast';

export const toastManager = Toast.createToastManager();

/** Says it for three seconds, top right (specification §2). An error belongs inline as well: a toast goes away. */
export const toast = {
  success: (message: string) => toastManager.add({ type: 'success', title: message }),
  error: (message: string) => toastManager.add({ type: 'error', title: message, priority: 'high' }),
};
