import { isolated } from '@outlay/rules';

export const receiptNamed = (filename: string) => `Receipt ${isolated(filename)}`;
export const amendedAfterApproval = (email: string) => `Amended after approval by ${isolated(email)}`;
