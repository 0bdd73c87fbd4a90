import { isolated } from '@outlay/rules';

export const changedRole = (by: string, role: string, on: string) =>
  `${isolated(by)} changed your role to ${role} on ${on}.`;
export const deactivated = (by: string, on: string) => `${isolated(by)} deactivated your account on ${on}.`;
export const reactivated = (by: string, on: string) => `${isolated(by)} activated your account again on ${on}.`;
export const issuedCode = (by: string, on: string) =>
  `${isolated(by)} created a password reset code for your account on ${on}. Whoever has it can set your password.`;
export const dismiss = 'Mark as read';
export const dismissFailed = 'The notices could not be marked as read';
