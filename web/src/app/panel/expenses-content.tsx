import { CreateButton } from '#features/create-on-behalf/create-button';
import { PayButton } from '#features/payments/pay-button';
import { ExpensesTab, type ListActionsProps } from '#features/review/expenses-tab';

export function ExpensesContent() {
  return <ExpensesTab Actions={ListActions} />;
}

function ListActions(props: ListActionsProps) {
  return (
    <>
      <PayButton {...props} />
      <CreateButton />
    </>
  );
}
