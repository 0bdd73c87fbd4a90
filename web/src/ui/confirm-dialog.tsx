import type { ReactNode } from 'react';
import * as texts from '#strings/ui';
import { Button } from './button';
import { Dialog, type DialogProps } from './dialog';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  width?: DialogProps['width'];
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, confirmLabel, danger = false, width, busy = false, onConfirm, onClose, children } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
