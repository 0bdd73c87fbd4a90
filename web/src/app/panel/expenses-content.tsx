import { CreateButton } from '#features/create-on-behalf/create-button';
import { PayButton } from '#features/payments/pay-button';
import { ExpensesTab, type ListActionsProps } from '#features/review/expenses-tab';

/** The expenses of all users, with the buttons of other features above the list. */
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
