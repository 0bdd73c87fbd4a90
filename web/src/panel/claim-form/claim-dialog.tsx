import { useId, type FocusEventHandler, type ReactNode } from 'react';
import { cancel } from '#strings/ui';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';

export interface ClaimDialogProps {
  title: string;
  description: ReactNode;
  action: string;
  canSend: boolean;
  isSending: boolean;
  hint?: string;
  onBlur: FocusEventHandler<HTMLFormElement>;
  onSend: () => void;
  onClose: () => void;
  children: ReactNode;
}

export function ClaimDialog(props: ClaimDialogProps) {
  const { title, description, action, canSend, isSending, hint, onBlur, onSend, onClose, children } = props;
  const form = useId();
  const hintId = useId();
  return (
    <Dialog
      open
      isForm
      onClose={onClose}
      width="md"
      title={title}
      description={description}
      footer={
        <>
          {hint !== undefined && (
            <p
              id={hintId}
              aria-live="polite"
              className="w-full self-center text-sm text-muted sm:mr-auto sm:w-auto sm:flex-1"
            >
              {hint}
            </p>
          )}
          <Button onClick={onClose}>{cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            disabled={!canSend}
            busy={isSending}
            aria-describedby={hint === undefined ? undefined : hintId}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onBlur={onBlur}
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
        className="space-y-6"
      >
        {children}
      </form>
    </Dialog>
  );
}
