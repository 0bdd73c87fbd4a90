export const tripMessages = {
  nameRequired: 'Name is required',
  currencyRequired: 'Currency is required',
  reversed: 'The last day is before the first.',
} as const;
