import type { ExpenseJson } from '@outlay/contracts';
import { useId, type ComponentProps, type ReactNode } from 'react';
import * as ui from '#strings/ui';
import { Button } from '#ui/button';
import { Dialog, type DialogProps } from '#ui/dialog';
import { onePress } from '#ui/one-press';
import { SaveError } from '#panel/claim-form/save-error';
import type { Failure } from './use-decisions';
import type { WordedDecision } from './use-question';

export interface WordedProps {
  expense: ExpenseJson;
  /** The words that were typed before. */
  draft: string;
  failure: Failure | null;
  busy: boolean;
  onDecide: (words: string) => void;
  onClose: (words: string) => void;
}

export interface WordsDialogProps
  extends Omit<WordedProps, 'draft' | 'onDecide' | 'onClose'>, Pick<DialogProps, 'title' | 'initialFocus'> {
  kind: WordedDecision;
  action: string;
  variant: ComponentProps<typeof Button>['variant'];
  /** Whether words that the decision needs are missing. */
  isIncomplete?: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** The dialog of a decision that takes words. */
export function WordsDialog(props: WordsDialogProps) {
  const { kind, expense, failure, busy, title, initialFocus, action, variant, isIncomplete, onSubmit, onClose } = props;
  const form = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`${expense.expense_id}, ${expense.user_name}`}
      initialFocus={initialFocus}
      footer={
        <>
          <Button onClick={onClose}>{ui.cancel}</Button>
          <Button
            type="submit"
            form={form}
            variant={variant}
            busy={busy}
            disabled={isIncomplete}
            {...onePress(`${kind} ${expense.id}`)}
          >
            {action}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {props.children}
        {failure && (
          <div className="mt-4 space-y-2">
            <SaveError error={failure.error} fallback={failure.text} />
          </div>
        )}
      </form>
    </Dialog>
  );
}
