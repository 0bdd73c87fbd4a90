export const fileSize = (megabytes: string) => `(${megabytes} MB)`;
export const showReceipt = 'Show the receipt';
export const replace = 'Replace';
export const remove = 'Remove';
export const addReceipt = 'Add another';
