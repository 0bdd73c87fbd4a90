const DAY_MS = 86_400_000;

/** A day that the allowed range includes in every time zone. */
export function recentDay(now = new Date()): string {
  return isoDay(now.getTime() - 3 * DAY_MS);
}

/** The fields of a claim that a partner may submit, without a receipt. */
export function claim(over: Readonly<Record<string, string>> = {}) {
  return {
    date: recentDay(),
    type: 'Restaurant',
    justification: 'Dinner with the auditors',
    amount: '10.00',
    currency: 'EUR',
    classification: 'investment',
    no_receipt: 'true',
    status: 'submitted' as const,
    ...over,
  };
}

/** Makes the form of a claim of today that comes with its receipt. Null omits a field. */
export function claimForm(over: Readonly<Record<string, string | null>> = {}, receipt?: File): FormData {
  return formOf({ ...claim({ date: isoDay(Date.now()), amount: '100.00', no_receipt: 'false' }), ...over }, receipt);
}

export function formOf(fields: Readonly<Record<string, string | null>>, receipt?: File | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value);
  if (receipt) form.append('receipt', receipt);
  return form;
}

function isoDay(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
