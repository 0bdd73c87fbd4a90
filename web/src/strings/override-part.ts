export const overrideSetAside = 'The override was given for another amount, currency or date, and no longer applies.';
export const override = 'Override rate';
export const changeOverride = 'Change override';
export const backToFetched = 'Use the fetched rate';
