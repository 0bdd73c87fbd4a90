import type { ExpenseJson } from '@outlay/contracts';
import { isAllowed, type Role } from '@outlay/rules';
import type { RefObject } from 'react';
import * as texts from '#strings/commands';
import * as questions from '#strings/questions';
import type { Command } from '#ui/command';
import { isBarred } from '#panel/super-admins';
import { amendProblem, approvalProblem, type DecisionHandlers } from '../list/row-actions';
import type { Review } from '../use-review';
import { mayAsk } from './question-section';

export interface ShownReview {
  readonly review: Review;
  readonly expense: ExpenseJson;
  readonly barredOwner: string | null;
  readonly handlers: DecisionHandlers;
  /** Opens the field of the question to the owner. */
  readonly onAsk: () => void;
  readonly question: RefObject<HTMLElement | null>;
  readonly history: RefObject<HTMLElement | null>;
}

export interface Reviewer {
  readonly id: string;
  readonly role: Role;
  readonly onPay: (expense: ExpenseJson) => void;
}

/**
 * The sheet's offers to this person for the claim that is open in it. The first never decides anything, so that Enter in
 * the empty field is harmless.
 */
export function claimCommands(shown: ShownReview, { id: userId, role, onPay }: Reviewer): Command[] {
  const { review, expense, barredOwner, handlers } = shown;
  const { expense_id, status } = expense;
  const [mayAct, stays] = [role === 'super_admin', true as const];
  const offers: readonly (Omit<Command, 'id'> & { readonly isOffered: boolean })[] = [
    {
      isOffered: review.next !== undefined,
      label: texts.next,
      hint: 'j',
      icon: 'arrow-down',
      run: () => review.show(review.next),
      stays,
    },
    {
      isOffered: review.previous !== undefined,
      label: texts.previous,
      hint: 'k',
      icon: 'arrow-up',
      run: () => review.show(review.previous),
      stays,
    },
    {
      isOffered: true,
      label: texts.history(expense_id),
      icon: 'history',
      run: () => shown.history.current?.scrollIntoView(),
      stays: () => shown.history.current?.querySelector('h3'),
    },
    {
      isOffered: expense.receipt !== null,
      label: texts.receipt(expense_id),
      hint: 'o',
      icon: 'external-link',
      run: review.openReceipt,
      stays,
    },
    {
      isOffered: mayAct && isAllowed('approve', status) && approvalProblem(expense, barredOwner) === null,
      label: texts.approve(expense_id),
      hint: 'a',
      icon: 'check',
      run: () => handlers.onApprove(expense),
      stays,
    },
    {
      isOffered: mayAct && isAllowed('reject', status),
      label: texts.reject(expense_id),
      hint: 'r',
      icon: 'x',
      run: () => handlers.onReject(expense),
      stays,
    },
    {
      isOffered: mayAct && mayAsk(expense, userId),
      label: texts.ask(expense_id),
      hint: questions.ask,
      icon: 'info',
      run: shown.onAsk,
      stays: () => shown.question.current?.querySelector('textarea'),
    },
    {
      isOffered: mayAct && amendProblem(expense, barredOwner) === null,
      label: texts.edit(expense_id),
      hint: 'e',
      icon: 'pencil',
      run: () => handlers.onEdit(expense),
      stays,
    },
    {
      isOffered: mayAct && isAllowed('revert', status),
      label: texts.revert(expense_id),
      hint: 'u',
      icon: 'revert',
      run: () => handlers.onRevert(expense),
      stays,
    },
    {
      isOffered: mayAct && status === 'approved' && !isBarred('pay', expense, barredOwner),
      label: texts.pay(expense.user_name),
      hint: texts.payText,
      icon: 'banknote',
      run: () => onPay(expense),
    },
  ];
  return offers.filter(({ isOffered }) => isOffered).map((offer) => ({ id: `open ${offer.label}`, ...offer }));
}
