import type { ReactNode } from 'react';
import * as texts from '#strings/ui';
import { Button } from './button';
import { Dialog, type DialogProps } from './dialog';
import { onePress } from './one-press';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  confirmLabel: string;
  danger?: boolean;
  width?: DialogProps['width'];
  busy?: boolean;
  canConfirm?: boolean;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, confirmLabel, danger = false, width, busy = false, canConfirm = true } = props;
  const { onConfirm, onClose, children } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      width={width}
      footer={
        <>
          <Button onClick={onClose}>{texts.cancel}</Button>
          <Button
            variant={danger ? 'danger' : 'primary'}
            busy={busy}
            disabled={!canConfirm}
            {...onePress(title, onConfirm)}
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
