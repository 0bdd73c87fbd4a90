export const overrideTitle = 'Override exchange rate';
export const allowed = (
  percent: string,
  rates: readonly [string, string],
  amounts: readonly [string, string],
  currency: string,
) =>
  `At most ${percent}% from the fetched rate: ${rates[0]} to ${rates[1]}, or ${amounts[0]} to ${amounts[1]} ${currency}.`;
export const apply = 'Apply Override';
export const originalAmount = 'Original amount';
export const fetchedRate = 'Fetched rate';
export const currentRate = 'Current rate';
export const expected = 'Expected conversion';
export const methods = 'Enter what was actually paid, or the rate: each follows the other.';
export const received = (currency: string) => `Amount actually paid (${currency})`;
export const rate = (from: string, to: string) => `Exchange rate (${from} to ${to})`;
export const conversion = (amount: string, currency: string, rate: string) => `${amount} ${currency} × ${rate} =`;
export const reason = 'Reason';
export const reasonHint = 'Required: it stands in the audit trail.';
export const deviation = 'Deviation from the fetched rate';
export const noRate = 'No rate yet';
