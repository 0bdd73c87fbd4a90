import { isolated } from '@outlay/rules';

export const loading = 'Loading analytics...';
export const nothing = 'No expenses in these months';
export const nothingText = 'Choose other months, or count claims that are still being reviewed.';
export const filters = 'What is counted';
export const period = 'Months';
export const periods = {
  quarter: 'Last 3 months',
  year: 'Last 12 months',
  this: 'This year',
  previous: 'Last year',
  three: 'Last 3 years',
};
export const counted = 'Expenses';
export const countedStatuses = {
  all: 'Submitted, approved and paid',
  decided: 'Approved and paid',
  paid: 'Paid',
};
export const currency = 'Currency';
export const print = 'Print';
export const download = 'CSV';
export const downloadOf = (noun: string) => `${noun} as CSV`;
export const claims = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'expense' : 'expenses'}`;
export const total = (days: string) => `Spending, ${days}`;
export const notAdded = (amounts: string) => `Not included: ${amounts}. Currencies are never added.`;

export const expenses = 'Expenses';
export const amount = 'Total';

export const byMonth = 'Spending by month';
export const month = 'Month';
export const monthHint = 'By the date of the expense.';
export const byPerson = 'Spending by person';
export const person = 'Person';
export const others = (count: number) => `${count} others`;
export const showAll = (count: number) => `Show all ${count}`;
export const byCategory = 'Spending by category';
export const category = 'Category';
export const byClassification = 'Spending by classification';
export const classification = 'Classification';
export const byCurrency = 'Currencies that were spent';
export const currencyHint = 'Amounts before conversion, so bars compare the numbers of expenses.';
export const unknown = 'Not given';

export const toApproval = 'From submission to approval';
export const toPayment = 'From approval to payment';
export const waited = 'Time';
export const waitingHint = (first: string, max: string) => `Half within ${first}, nine of ten within ${max}.`;
export const waitingNone = 'Nothing yet.';
export const days = (count: number) => (count === 0 ? 'a day' : `${count + 1} days`);
export const approvalRule = 'The latest submission and the approval that stands, in any currency.';
export const paymentRule = 'The approval that stands and the payment, in any currency.';
export const outliers = 'Unusual months';
export const outlierRule =
  'A person spent over three times the median of their other months shown here, of which there are at least three.';
export const outlier = (name: string, at: string, amount: string) => `${isolated(name)}, ${at} (otherwise ${amount})`;
export const noOutliers = 'None.';
export const unpaid = 'Approved and unpaid, by age';
export const unpaidHint = 'Since the approval, whatever the months above.';
export const age = 'Age';
export const daysFrom = (from: number, to: number | null) =>
  to === null
    ? `${from} days or more`
    : from === 0
      ? to === 0
        ? 'Less than a day'
        : `Less than ${to + 1} days`
      : from === to
        ? `${from} ${from === 1 ? 'day' : 'days'}`
        : `${from} to ${to} days`;
