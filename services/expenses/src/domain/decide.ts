import type { ExpenseEvent } from '@outlay/contracts';
import type { ExpenseCommand } from './commands.js';
import { decideAmend } from './decide-amend.js';
import { decideCreate, decideCreateOnBehalf, decideDelete, decideRevise } from './decide-claim.js';
import { decideAnswer, decideAsk } from './decide-question.js';
import { decideApprove, decidePay, decideReject, decideRevert } from './decide-review.js';
import type { ExpenseState } from './expense.js';

/** Pure; a repeated command returns no events. The revision is -1 without a stream. */
export function decide(command: ExpenseCommand, state: ExpenseState, revision: number): readonly ExpenseEvent[] {
  switch (command.type) {
    case 'Create':
      return decideCreate(command, state);
    case 'Revise':
      return decideRevise(command, state, revision);
    case 'CreateOnBehalf':
      return decideCreateOnBehalf(command, state);
    case 'DeleteDraft':
      return decideDelete(command, state, revision);
    case 'Approve':
      return decideApprove(command, state, revision);
    case 'Reject':
      return decideReject(command, state, revision);
    case 'Ask':
      return decideAsk(command, state, revision);
    case 'Answer':
      return decideAnswer(command, state, revision);
    case 'Revert':
      return decideRevert(command, state, revision);
    case 'Amend':
      return decideAmend(command, state, revision);
    case 'Pay':
      return decidePay(command, state, revision);
    default:
      return command satisfies never;
  }
}
