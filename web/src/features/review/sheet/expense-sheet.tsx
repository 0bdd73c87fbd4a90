import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed } from '@outlay/rules';
import { useNavigate } from '@tanstack/react-router';
import { Glyph } from '#ui/glyph';
import { useEffect, useId, useRef, useState, type ReactNode, type Ref } from 'react';
import * as texts from '#strings/review';
import { cn } from '#lib/cn';
import { useProfile } from '#lib/profile';
import { useMediaQuery } from '#lib/use-media-query';
import { useStableActions } from '#lib/use-stable-actions';
import { Button, IconButton } from '#ui/button';
import { KeyHint } from '#ui/key-hint';
import { Sheet } from '#ui/sheet';
import { lazyPart } from '#ui/lazy-part';
import { ErrorNotice } from '#ui/notice';
import { onePress } from '#ui/one-press';
import { Spinner } from '#ui/spinner';
import { ExpenseFacts } from '#panel/expense-facts/expense-facts';
import { ReceiptSection } from '#panel/expense-facts/receipt-section';
import { useMayAct } from '#panel/use-may-act';
import { DuplicatesSection } from '../duplicates/duplicates-section';
import type { Leaving } from '../edit/edit-pane';
import { QuestionSection } from './question-section';
import { HistorySection } from './history-section';
import { QueueEnd } from './queue-end';
import { ReviewQueue } from './review-queue';
import { SheetLead } from './sheet-lead';
import { amendProblem, approvalProblem, type DecisionHandlers } from '../list/row-actions';
import type { Review } from '../use-review';
import { claimCommands } from './claim-commands';
import { usePrefetch } from './use-prefetch';

const EditPane = lazyPart(() => import('../edit/edit-pane'));

const FROM_XL = '(width >= 80rem)';
const BELOW_LG = '(width < 64rem)';

export interface ExpenseSheetProps {
  review: Review;
  expense: ExpenseJson;
  listed: readonly ExpenseJson[];
  total: number | string;
  barredOwner: string | null;
  handlers: DecisionHandlers;
  children: ReactNode;
}

export default function ExpenseSheet(props: ExpenseSheetProps) {
  const { review, expense, listed, total, children } = props;
  const { failure, previous, next, nextPending, show } = review;
  // Further decisions on these are ignored, but the buttons keep the focus.
  const { deciding } = review.decisions;
  const { onShow } = useStableActions({ onShow: show });
  const isWide = useMediaQuery(FROM_XL);
  const isNarrow = useMediaQuery(BELOW_LG);
  const pane = useRef<Leaving>(null);
  const isEditing = review.editing !== null;
  const editButton = useFocusAfter(isEditing);
  useEffect(() => void EditPane.preload(), []);
  const mayAct = useMayAct();
  usePrefetch(next);
  usePrefetch(nextPending);
  const [askedOf, setAskedOf] = useState<string>();
  if (askedOf && askedOf !== expense.id) setAskedOf(undefined);
  const onAsk = () => setAskedOf(expense.id);
  const [question, history] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  const { id, role } = useProfile();
  const navigate = useNavigate();
  const onPay = ({ user_email: user }: ExpenseJson) =>
    void navigate({ to: '/admin', search: { status: 'approved', user } });
  useEffect(() => {
    if (isEditing) return;
    const reviewed = { ...props, onAsk, question, history };
    const answer = ({ detail }: WindowEventMap['ask-commands']) =>
      detail({ title: expense.expense_id, commands: claimCommands(reviewed, { id, role, onPay }) });
    window.addEventListener('ask-commands', answer);
    return () => window.removeEventListener('ask-commands', answer);
  });
  return (
    <Sheet
      open
      isForm={isEditing}
      onClose={() => (pane.current ? pane.current.leave() : review.close())}
      width="full"
      lead={<SheetLead expense={expense} listed={listed} total={total} />}
      title={expense.expense_id}
      description={`${expense.user_name}, ${expense.user_email}`}
      actions={
        <>
          <IconButton label={texts.previous} disabled={!previous} onClick={() => show(previous)}>
            <Glyph name="arrow-up" />
          </IconButton>
          <IconButton label={texts.next} disabled={!next} onClick={() => show(next)}>
            <Glyph name="arrow-down" />
          </IconButton>
        </>
      }
      footer={mayAct && !isEditing && <QuickActions {...props} editButton={editButton} />}
    >
      <div className="grid gap-6 xl:grid-cols-[14.5rem_minmax(0,1fr)]">
        {isWide && <ReviewQueue listed={listed} opened={expense} deciding={deciding} onShow={onShow} />}
        <div key={expense.id} className="grid gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
          {isEditing && isNarrow && <ReceiptSection expense={expense} folds />}
          {review.editing ? (
            <EditPane ref={pane} expense={review.editing} onClose={review.endEdit} />
          ) : (
            <div className="min-w-0 space-y-6">
              {failure?.expenseId === expense.id && <ErrorNotice error={failure.error} fallback={failure.text} />}
              <ExpenseFacts expense={expense} />
              <QuestionSection
                ref={question}
                expense={expense}
                isAsking={askedOf === expense.id}
                onOpen={onAsk}
                busy={deciding.some(({ id }) => id === expense.id)}
                onAsk={review.decisions.askOwner}
              />
              <DuplicatesSection expense={expense} />
            </div>
          )}
          {!(isEditing && isNarrow) && <ReceiptSection expense={expense} />}
          {!isEditing && <HistorySection ref={history} expense={expense} />}
        </div>
      </div>
      {children}
    </Sheet>
  );
}

/** The button that opened the form has the focus again after it. */
function useFocusAfter(isEditing: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  return button;
}

interface QuickActionsProps extends ExpenseSheetProps {
  editButton: Ref<HTMLButtonElement>;
}

function QuickActions({ review, expense, barredOwner, handlers, editButton }: QuickActionsProps) {
  const { hasJustAppeared, isRefused, nextPending } = review;
  const { deciding } = review.decisions;
  const { onApprove, onReject, onRevert, onEdit } = handlers;
  const hint = useId();
  const { id, status } = expense;
  const busy = deciding.some((each) => each.id === id);
  const elsewhere = deciding.filter((each) => each.id !== id);
  const refuse = () => review.refuse(expense);
  const refused = isRefused && 'animate-refused';
  const notEditable = amendProblem(expense, barredOwner);
  const notApprovable = isAllowed('approve', status) ? approvalProblem(expense, barredOwner) : null;
  const problem = notEditable ?? notApprovable;
  return (
    <>
      <Button
        ref={editButton}
        aria-haspopup="dialog"
        disabled={notEditable !== null}
        aria-describedby={notEditable ? hint : undefined}
        onClick={() => onEdit(expense)}
      >
        <Glyph name="pencil" /> {texts.edit} <KeyHint of="e" />
      </Button>
      <p
        id={hint}
        className="mr-auto self-center text-sm text-muted max-sm:order-first max-sm:w-full max-sm:empty:hidden"
      >
        {problem}
      </p>
      <p
        role="status"
        className={cn(
          'flex items-center gap-2 self-center text-sm text-muted max-sm:order-first max-sm:w-full empty:hidden',
          isRefused && 'font-medium text-danger',
        )}
      >
        {isRefused ? texts.tooSoon : <Progress saved={elsewhere} isLast={status !== 'submitted' && !nextPending} />}
      </p>
      {isAllowed('revert', status) && (
        <Button aria-haspopup="dialog" {...onePress(`revert ${id}`, () => onRevert(expense), refuse)}>
          {texts.revert} <KeyHint of="u" />
        </Button>
      )}
      {isAllowed('reject', status) && (
        <Button variant="danger" {...onePress(`reject ${id}`, () => onReject(expense), refuse)}>
          {texts.reject} <KeyHint of="r" />
        </Button>
      )}
      {isAllowed('approve', status) && (
        <Button
          variant="primary"
          aria-busy={busy}
          aria-disabled={hasJustAppeared}
          disabled={notApprovable !== null}
          aria-describedby={notApprovable ? hint : undefined}
          className={cn(refused)}
          {...onePress(`approve ${id}`, () => onApprove(expense), refuse)}
        >
          {busy && <Spinner />}
          {texts.approve} <KeyHint of="a" />
        </Button>
      )}
    </>
  );
}

/** Decisions are shown before they are saved, so this says which still are. */
function Progress({ saved, isLast }: { saved: readonly ExpenseJson[]; isLast: boolean }) {
  if (saved.length === 0) return isLast && <QueueEnd />;
  return (
    <>
      <Spinner /> {texts.saving(saved.map(({ expense_id }) => expense_id).join(', '))}
    </>
  );
}
