/** Null omits a field. */
export function claimForm(over: Readonly<Record<string, string | null>> = {}, receipt?: File): FormData {
  const fields: Record<string, string | null> = {
    date: new Date().toISOString().slice(0, 10),
    type: 'Restaurant',
    justification: 'Dinner with the auditors',
    amount: '100.00',
    currency: 'EUR',
    classification: 'investment',
    no_receipt: 'false',
    status: 'submitted',
    ...over,
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) if (value !== null) form.append(name, value);
  if (receipt) form.append('receipt', receipt);
  return form;
}
