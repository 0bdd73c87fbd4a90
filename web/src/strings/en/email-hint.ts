import { isolated } from '@outlay/rules';

export const emailHint = (email: string) => `Will be used as ${isolated(email)}: emails are case-insensitive.`;
