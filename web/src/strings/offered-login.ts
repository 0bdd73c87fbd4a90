import { isolated } from '@outlay/rules';

export const offeredLogin = (email: string | undefined) =>
  `This link carries another login${email ? ` (${isolated(email)})` : ''}. You stay signed in as you are unless you switch.`;
export const keepLogin = 'Keep my login';
export const switchLogin = 'Switch login';
