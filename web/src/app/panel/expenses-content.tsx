import { CreateButton } from '#features/create-on-behalf/create-button';
import { PayButton } from '#features/payments/pay-button';
import { useMayAct } from '#panel/use-may-act';
import { ExpensesTab } from '#features/review/expenses-tab';
import type { ListActionsProps } from '#features/review/list/toolbar';

export function ExpensesContent() {
  return <ExpensesTab Actions={ListActions} />;
}

function ListActions(props: ListActionsProps) {
  if (!useMayAct()) return null;
  return (
    <>
      <PayButton {...props} />
      <CreateButton />
    </>
  );
}
